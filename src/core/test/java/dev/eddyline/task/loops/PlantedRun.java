package dev.eddyline.task.loops;

import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A generated run under the default policy: an ordinary beginning, then a loop of one kind or what
 * resembles it, with thoughts, other agents and another task in between.
 */
final class PlantedRun {

  /** A kind of loop, and what resembles it. */
  enum Kind {
    EQUAL_CALLS {
      @Override
      void plant(PlantedRun run) {
        String result = run.text(1 + run.below(30));
        run.times(4, 7, round -> run.calls("get", run.same, result));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(6, 12, round -> run.calls("get", run.same, run.text(3)));
      }
    },
    EQUAL_FAILING_CALLS {
      @Override
      void plant(PlantedRun run) {
        String error = run.text(4);
        run.times(3, 6, round -> run.fails("build", run.same, error));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(
            6,
            10,
            round -> {
              run.fails("build", run.same, run.text(5));
              run.calls("edit", run.text(3), "changed");
            });
      }
    },
    CYCLE_OF_CALLS {
      @Override
      void plant(PlantedRun run) {
        List<String> tools = run.words(2 + run.below(3));
        run.times(
            3, 5, round -> tools.forEach(tool -> run.calls(tool, run.same, "result of " + tool)));
      }

      @Override
      void resemble(PlantedRun run) {
        List<String> tools = run.words(2 + run.below(3));
        run.times(3, 8, round -> tools.forEach(tool -> run.calls(tool, run.same, run.text(4))));
      }
    },
    SPELLINGS {
      @Override
      void plant(PlantedRun run) {
        String name = run.word() + "_" + run.word();
        List<String> spellings =
            List.of(name, name.replace('_', ' '), name.replace('_', '-'), "./" + name, name + "?");
        run.times(
            6, 9, round -> run.calls("find", spellings.get(round % 5) + "!".repeat(round), "none"));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(6, 11, round -> run.calls("find", run.word() + round, "none"));
      }
    },
    LONG_RESULT {
      @Override
      void plant(PlantedRun run) {
        String result = run.text(40);
        run.times(6, 9, round -> run.calls("fix", run.text(4), result));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(6, 14, round -> run.calls("insert", run.text(4), "ok"));
      }
    },
    CHECK_BETWEEN_WORK {
      @Override
      void plant(PlantedRun run) {
        String error = run.text(4);
        run.times(
            5,
            8,
            round -> {
              run.calls("edit", run.text(3), run.text(3));
              run.fails("check", run.same, error);
            });
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(
            6,
            12,
            round -> {
              run.calls("edit", run.text(3), run.text(3));
              run.calls("check", run.same, "clean");
            });
      }
    },
    POLLS {
      @Override
      void plant(PlantedRun run) {
        run.times(
            17,
            24,
            round -> {
              run.story.advanceTime(Duration.ofSeconds(15 + run.below(40)));
              run.calls("status", run.same, "running");
            });
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(
            5,
            12,
            round -> {
              run.story.advanceTime(Duration.ofSeconds(15 + run.below(40)));
              run.calls("status", run.same, "running");
            });
        run.calls("status", run.same, "done");
      }
    },
    FAILURES {
      @Override
      void plant(PlantedRun run) {
        String message = run.text(6);
        run.times(2, 5, round -> run.record(run.task().fails(message + " in " + round + "ms")));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(4, 9, round -> run.record(run.task().fails(run.text(6))));
      }
    },
    FRESH_SUBTASKS {
      @Override
      void plant(PlantedRun run) {
        String message = run.text(6);
        run.times(
            2,
            5,
            round -> {
              TaskScript<Outputs> subtask = run.subtask(round);
              run.record(subtask.starts(run.text(4)));
              run.record(subtask.fails(message + " in " + round + "ms"));
            });
      }

      @Override
      void resemble(PlantedRun run) {
        String message = run.text(6);
        int subtasks = 2 + run.below(4);
        for (int number = 0; number < subtasks; number++) {
          run.record(run.subtask(number).starts(run.text(4)));
        }
        for (int number = 0; number < subtasks; number++) {
          run.record(run.subtask(number).fails(message));
        }
      }
    },
    MESSAGES {
      @Override
      void plant(PlantedRun run) {
        String message = run.text(8);
        run.times(3, 6, round -> run.says("answer", message));
      }

      @Override
      void resemble(PlantedRun run) {
        String message = run.text(8);
        run.times(
            3,
            6,
            round -> {
              run.says("answer", message);
              run.calls("look", run.text(2), run.text(4));
            });
      }
    },
    STEPS {
      @Override
      void plant(PlantedRun run) {
        List<String> responses = List.of(run.text(9), run.text(9));
        run.times(5, 7, round -> run.stepsWith(responses));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(4, 8, round -> run.stepsWith(List.of(run.text(9), run.text(9))));
      }
    },
    REQUESTS {
      @Override
      void plant(PlantedRun run) {
        String request = run.text(7);
        run.times(2, 4, round -> run.asks(request));
      }

      @Override
      void resemble(PlantedRun run) {
        run.times(4, 8, round -> run.asks(run.text(7)));
      }
    },
    ATTEMPTS {
      @Override
      void plant(PlantedRun run) {
        List<String> work = run.words(2);
        run.times(
            3,
            4,
            round -> run.record(run.task().attempts(TaskStatus.IN_PROGRESS, List.of(), work)));
      }

      @Override
      void resemble(PlantedRun run) {
        List<String> work = new ArrayList<>();
        run.times(
            3,
            6,
            round -> {
              work.add(run.word());
              run.record(run.task().attempts(TaskStatus.IN_PROGRESS, List.of(), List.copyOf(work)));
            });
      }
    };

    /** Plants the loop. */
    abstract void plant(PlantedRun run);

    /** Plants what resembles it. */
    abstract void resemble(PlantedRun run);
  }

  private interface Round {
    void play(int round);
  }

  private final SplittableRandom random;
  private final EngineScenario story = EngineScenario.under("default");
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private final boolean noisy;
  private final String same;
  private int calls;

  private PlantedRun(long seed) {
    random = new SplittableRandom(seed);
    noisy = random.nextBoolean();
    same = text(3);
  }

  /** Whether a loop was reported in the run of a kind. */
  static boolean isReported(Kind kind, boolean planted, long seed) {
    PlantedRun run = new PlantedRun(seed);
    run.times(0, 6, round -> run.calls(run.word(), run.text(3), run.text(5)));
    if (planted) {
      kind.plant(run);
    } else {
      kind.resemble(run);
    }
    return run.verdicts.stream().anyMatch(it -> it.getLoopType() != LoopType.EXTERNAL_FAULT);
  }

  private int below(int bound) {
    return random.nextInt(bound);
  }

  private void times(int least, int most, Round round) {
    int times = least + below(most - least + 1);
    for (int number = 0; number < times; number++) {
      round.play(number);
      if (noisy) {
        otherTask();
      }
    }
  }

  /** A word of three to five syllables. */
  private String word() {
    StringBuilder word = new StringBuilder();
    for (int syllable = 0; syllable < 3 + below(3); syllable++) {
      word.append("bdfgklmnprstvz".charAt(below(14))).append("aeiou".charAt(below(5)));
    }
    return word.toString();
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    for (int word = 0; word < count; word++) {
      words.add(word());
    }
    return words;
  }

  private String text(int words) {
    return String.join(" ", words(words));
  }

  private TaskScript<Outputs> task() {
    return noisy ? story.task("T1").byAgent("agent-" + below(2)) : story.task("T1");
  }

  /** The agent that calls tools; the others only think and ask. */
  private TaskScript<Outputs> caller() {
    return story.task("T1").byAgent("agent-0");
  }

  private TaskScript<Outputs> subtask(int number) {
    return story.task("T1." + number).belowRoot("T1");
  }

  private void otherTask() {
    story.task("T2").calls("other" + calls, word(), same);
    story.task("T2").returns("other" + calls, "read", text(4));
  }

  private void record(Outputs outputs) {
    verdicts.addAll(outputs.verdicts());
  }

  private void calls(String tool, String arguments, String output) {
    String id = "c" + calls++;
    record(caller().calls(id, tool, arguments));
    record(caller().returns(id, tool, output));
  }

  private void fails(String tool, String arguments, String output) {
    String id = "c" + calls++;
    record(caller().calls(id, tool, arguments));
    record(caller().returnsError(id, tool, output));
  }

  private void says(String step, String text) {
    record(story.task("T1").publishesBody(new ResponseProduced(step, text)));
  }

  private void stepsWith(List<String> responses) {
    record(story.task("T1").enters("write"));
    says("write", responses.get(0));
    record(story.task("T1").moves("write", "judge"));
    record(story.task("T1").enters("judge"));
    says("judge", responses.get(1));
    record(story.task("T1").moves("judge", "write"));
  }

  private void asks(String request) {
    record(story.task("T1").publishesBody(new CollaborationRequested("expert", request)));
    record(
        story
            .task("T1")
            .byAgent("expert")
            .publishesBody(new CollaborationAnswered("agent-1", text(5))));
  }
}

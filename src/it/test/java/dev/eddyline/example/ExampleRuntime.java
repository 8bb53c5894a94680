package dev.eddyline.example;

import java.nio.file.Path;
import java.util.List;

/** What runs the programs in {@code examples/}, where {@code .ci/full} installs it. */
enum ExampleRuntime {
  PYTHON {
    @Override
    List<String> check() {
      return List.of(python("python"), "-c", "import agents, confluent_kafka, langchain");
    }

    @Override
    List<String> command(Path program) {
      return List.of(python("python"), program.getFileName().toString());
    }
  },

  /** CrewAI's packages exclude those of the other examples. */
  CREWAI {
    @Override
    List<String> check() {
      return List.of(python("crewai"), "-c", "import importlib.metadata as m; m.version('crewai')");
    }

    @Override
    List<String> command(Path program) {
      return List.of(python("crewai"), program.getFileName().toString());
    }
  },

  NODE {
    @Override
    List<String> check() {
      return List.of("node", "--import", "tsx", "--eval", "0");
    }

    @Override
    List<String> command(Path program) {
      return List.of("node", "--import", "tsx", program.getFileName().toString());
    }
  },

  GO {
    @Override
    List<String> check() {
      return List.of("go", "list", "-deps", ".");
    }

    @Override
    List<String> command(Path program) {
      return List.of("go", "run", ".");
    }
  },

  JAVA {
    @Override
    List<String> check() {
      return List.of(java(), "-version");
    }

    @Override
    List<String> command(Path program) {
      String classPath = new ClientArtifact(Path.of("target").toAbsolutePath()).classPath();
      return List.of(java(), "-cp", classPath, program.getFileName().toString());
    }
  };

  /** The runtime of a program. */
  static ExampleRuntime of(Path program) {
    String name = program.getFileName().toString();
    return name.startsWith("crewai")
        ? CREWAI
        : switch (name.substring(name.lastIndexOf('.'))) {
          case ".py" -> PYTHON;
          case ".ts" -> NODE;
          case ".go" -> GO;
          case ".java" -> JAVA;
          default -> throw new IllegalArgumentException("no runtime for " + program);
        };
  }

  /** A command that succeeds in the program's folder where everything is installed. */
  abstract List<String> check();

  /** A command that runs the program in its folder. */
  abstract List<String> command(Path program);

  private static String python(String environment) {
    return Path.of("target", "examples", environment, "bin", "python").toAbsolutePath().toString();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}

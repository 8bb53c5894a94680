package dev.eddyline.task;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Requests for sentence vectors. */
public final class MeaningQuestions {

  static final Source SOURCE = new Source("agent-events", 0, 7L, 4_096);

  private MeaningQuestions() {}

  /** A request of task T's event e1 for these texts, numbered from 1. */
  public static Signal questionAbout(String... texts) {
    List<RequestText> numbered = new ArrayList<>();
    for (String text : texts) {
      numbered.add(new RequestText(numbered.size() + 1L, text));
    }
    OpenRequest request =
        OpenRequest.newBuilder()
            .setRootTaskId("T")
            .setAgentId("a")
            .setToAgent("b")
            .setEventTime(Instant.EPOCH)
            .setRecordTime(Instant.EPOCH)
            .setStamp(1L)
            .setEpoch(0L)
            .setCounted(false)
            .setReplyRequested(false)
            .setTaskCost(new Cost(0L, 0.0, 0L))
            .setExact(1L)
            .setCompared(List.of())
            .build();
    return new Signal(new MeaningRequested("e1", "T", SOURCE, request, numbered));
  }
}

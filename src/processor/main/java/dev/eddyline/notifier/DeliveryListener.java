package dev.eddyline.notifier;

import java.time.Duration;

/** Receives the outcomes of attempts. */
interface DeliveryListener {

  /** The target took it. */
  void onDelivered(Delivery delivery);

  /** An attempt failed; the next one follows after a pause. */
  void onFailed(Delivery delivery, Answer answer, Duration pause);

  /** It was dead-lettered. */
  void onGivenUp(Delivery delivery, Answer answer);
}

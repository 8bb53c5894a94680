package dev.eddyline.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * The newest errors of a task's calls.
 *
 * @param errors the errors, oldest first
 * @param calls number of finished calls so far
 */
record RecentErrors(List<CallError> errors, long calls) {

  static final RecentErrors NONE = new RecentErrors(List.of(), 0);

  private static final int MAX_ERRORS = 20;

  /** Newest calls among which an error is counted. */
  private static final int COUNTED_CALLS = 20;

  /**
   * An error of a call.
   *
   * @param error hash of the error
   * @param tool hash of the tool, 16 bits
   * @param call number of the call
   */
  record CallError(int error, int tool, long call) {}

  RecentErrors {
    errors = List.copyOf(errors);
  }

  boolean contains(long error) {
    int hash = Long.hashCode(error);
    return errors.stream().anyMatch(each -> each.error() == hash);
  }

  /** Number of the newest calls with an error. */
  int count(long error) {
    int hash = Long.hashCode(error);
    return (int)
        errors.stream()
            .filter(
                each -> each.error() == hash && each.call() > Math.max(0, calls - COUNTED_CALLS))
            .count();
  }

  /** After a call that did not fail. */
  RecentErrors withCall() {
    return new RecentErrors(errors, calls + 1);
  }

  /** After a call that did or brought something: what its tool failed with counts no more. */
  RecentErrors withSuccess(int tool) {
    return new RecentErrors(
        errors.stream()
            .map(each -> each.tool() == tool ? new CallError(each.error(), tool, 0) : each)
            .toList(),
        calls + 1);
  }

  /** The same errors, which count no more. */
  RecentErrors withoutCounts() {
    return new RecentErrors(
        errors.stream().map(each -> new CallError(each.error(), each.tool(), 0)).toList(), calls);
  }

  /** After a call that failed; 0 without an error that says something. */
  RecentErrors withFailure(long error, int tool) {
    if (error == 0) {
      return withCall();
    }
    List<CallError> all = new ArrayList<>(errors);
    all.add(new CallError(Long.hashCode(error), tool, calls + 1));
    return new RecentErrors(
        all.subList(Math.max(0, all.size() - MAX_ERRORS), all.size()), calls + 1);
  }
}

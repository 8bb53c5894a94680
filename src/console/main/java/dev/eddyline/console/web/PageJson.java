package dev.eddyline.console.web;

import dev.eddyline.json.Doc;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A page of a list, in JSON. */
@Doc("A page of a list.")
public record PageJson<T>(
    @Doc("The items of this page.") List<T> items,
    @Doc("The cursor of the next page; null on the last one.") @Nullable String next,
    @Doc("The number of items on all pages.") int total) {

  /** The same page with changed items. */
  public PageJson<T> map(UnaryOperator<T> change) {
    return new PageJson<>(items.stream().map(change).toList(), next, total);
  }

  /** The type of a page of such items. */
  public record Of(Class<?> item) implements Type {}
}

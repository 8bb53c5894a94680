package dev.eddyline.state;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.PackedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a list: the number of its elements, and each after the number of its bytes.
 *
 * @param element form of an element
 * @param <T> the elements
 */
record ListCodec<T>(PartCodec<T> element) implements PartCodec<List<T>> {

  @Override
  public void write(List<T> elements, ByteEncoder out) throws IOException {
    out.writeInt(elements.size());
    for (T one : elements) {
      out.writeFixedInt(0);
      int begin = out.size();
      element.write(one, out);
      out.replaceFixedInt(begin - Integer.BYTES, out.size() - begin);
    }
  }

  @Override
  public List<T> read(ByteBuffer bytes) throws IOException {
    PackedReader in = new PackedReader(bytes);
    int count = (int) in.number();
    List<T> elements = new ArrayList<>(Math.min(count, in.remaining()));
    for (int left = count; left > 0; left--) {
      elements.add(element.read(in.slice(in.fixedInt())));
    }
    return elements;
  }
}

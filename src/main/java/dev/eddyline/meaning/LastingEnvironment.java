package dev.eddyline.meaning;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * The environment of ONNX Runtime, which lasts as long as the process.
 *
 * <p>ONNX Runtime releases it in a shutdown hook, beside all other hooks: a thread that loads a
 * model then, or computes, takes the whole process down with SIGSEGV (microsoft/onnxruntime#31352;
 * 1.29 still does). It counts who holds the environment, and {@link OrtEnvironment} gives nobody a
 * second hold; one is taken here where its hook takes the first, and is never given back.
 */
final class LastingEnvironment {

  private static final OrtLoggingLevel LEVEL = OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR;

  private LastingEnvironment() {}

  /**
   * The environment.
   *
   * @throws IllegalStateException when this version of ONNX Runtime has no such hold
   */
  static OrtEnvironment get() throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment(LEVEL);
    try {
      Field api = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("ortApiHandle");
      api.setAccessible(true);
      Method hold =
          OrtEnvironment.class.getDeclaredMethod(
              "createHandle", long.class, int.class, String.class);
      hold.setAccessible(true);
      hold.invoke(null, api.getLong(null), LEVEL.getValue(), OrtEnvironment.DEFAULT_NAME);
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(
          "this version of ONNX Runtime holds its environment otherwise: " + changed, changed);
    }
    environment.setTelemetry(false);
    return environment;
  }
}

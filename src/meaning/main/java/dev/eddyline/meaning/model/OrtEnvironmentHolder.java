package dev.eddyline.meaning.model;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Retains the environment of ONNX Runtime as long as the process runs.
 *
 * <p>ONNX Runtime releases it in a shutdown hook that runs concurrently with other hooks. A thread
 * that loads or runs a model then crashes the process with SIGSEGV (microsoft/onnxruntime#31352;
 * 1.29 still does). The environment is reference-counted, but {@link OrtEnvironment} takes only one
 * reference. This class takes another one by reflection and never releases it.
 */
final class OrtEnvironmentHolder {

  private static final OrtLoggingLevel LEVEL = OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR;

  private OrtEnvironmentHolder() {}

  /**
   * The environment.
   *
   * @throws IllegalStateException if this version of ONNX Runtime has no such method
   */
  static OrtEnvironment get() throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment(LEVEL);
    try {
      Field api = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("ortApiHandle");
      api.setAccessible(true);
      Method createHandle =
          OrtEnvironment.class.getDeclaredMethod(
              "createHandle", long.class, int.class, String.class);
      createHandle.setAccessible(true);
      createHandle.invoke(null, api.getLong(null), LEVEL.getValue(), OrtEnvironment.DEFAULT_NAME);
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(
          "this version of ONNX Runtime manages its environment differently: " + changed, changed);
    }
    environment.setTelemetry(false);
    return environment;
  }
}

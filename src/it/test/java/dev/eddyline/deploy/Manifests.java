package dev.eddyline.deploy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads Kubernetes objects from YAML into Kubernetes' own types: an unknown field is an error. */
final class Manifests {

  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Namespace", Namespace.class,
          "v1/Service", Service.class,
          "apps/v1/Deployment", Deployment.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "batch/v1/Job", Job.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
          "monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class);

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(new UnknownFieldRejectingIntrospector());

  private Manifests() {}

  /** The models collect unknown fields in a map; here they are errors. */
  private static final class UnknownFieldRejectingIntrospector
      extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }
  }

  /**
   * The objects of a text, in their order.
   *
   * @throws IOException for a kind that is not expected, a field that is unknown or of another type
   */
  static List<HasMetadata> read(String text) throws IOException {
    List<HasMetadata> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(text)) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        String type = document.path("apiVersion").asText() + "/" + document.path("kind").asText();
        if (!TYPES.containsKey(type)) {
          throw new IOException("no such type is expected: " + type);
        }
        objects.add(YAML.treeToValue(document, TYPES.get(type)));
      }
    }
    return objects;
  }
}

package dev.eddyline.console.edge;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomDefinition.DefinitionType;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.impl.DefinitionKey;
import com.github.victools.jsonschema.generator.naming.DefaultSchemaDefinitionNamingStrategy;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import dev.eddyline.console.web.PageJson;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.json.Doc;
import dev.eddyline.json.EventSchema;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.AgentEvent;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/** Generates the JSON schemas of requests and answers from their records. */
final class ApiSchemas {

  private static final String PATH = "components/schemas";

  /** Suffix of record names that schema names omit. */
  private static final String SUFFIX = "Json";

  private final SchemaBuilder schemas;

  ApiSchemas() {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(
                RequestBodies.JSON, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(
                Option.DEFINITIONS_FOR_ALL_OBJECTS,
                Option.INLINE_NULLABLE_SCHEMAS,
                Option.EXTRA_OPEN_API_FORMAT_VALUES)
            .without(Option.SCHEMA_VERSION_INDICATOR, Option.FLATTENED_ENUMS)
            .with(new JacksonModule(JacksonOption.SKIP_SUBTYPE_LOOKUP));
    config
        .forTypesInGeneral()
        .withPropertySorter((unused, unusedToo) -> 0)
        .withDefinitionNamingStrategy(new SchemaNamingStrategy())
        .withDescriptionResolver(scope -> description(scope.getType().getErasedType()))
        .withSubtypeResolver(ApiSchemas::subtypes)
        .withCustomDefinitionProvider(ApiSchemas::custom);
    config
        .forFields()
        .withRequiredCheck(field -> !isOptional(field))
        .withNullableCheck(field -> isNullable(field) && !isOptional(field))
        .withEnumResolver(ApiSchemas::allowed)
        .withDescriptionResolver(ApiSchemas::description);
    schemas = new SchemaGenerator(config.build()).buildMultipleSchemaDefinitions();
  }

  /** Names of schemas: the record's name, prefixed with its enclosing record's name. */
  private static final class SchemaNamingStrategy extends DefaultSchemaDefinitionNamingStrategy {
    @Override
    public String getDefinitionNameForKey(DefinitionKey key, SchemaGenerationContext context) {
      StringBuilder name = new StringBuilder();
      key.getType().getTypeParameters().forEach(item -> name.append(name(item.getErasedType())));
      return name.append(name(key.getType().getErasedType())).toString();
    }

    private static String name(Class<?> type) {
      Class<?> outer = type.getEnclosingClass();
      String own = type.getSimpleName();
      if (outer != null && outer.getSimpleName().endsWith(SUFFIX)) {
        return name(outer) + own;
      }
      return own.endsWith(SUFFIX) ? own.substring(0, own.length() - SUFFIX.length()) : own;
    }
  }

  private static List<ResolvedType> subtypes(ResolvedType type, SchemaGenerationContext context) {
    Class<?> sealed = type.getErasedType();
    return sealed.isSealed()
        ? Arrays.stream(sealed.getPermittedSubclasses())
            .map(permitted -> context.getTypeContext().resolve(permitted))
            .toList()
        : null;
  }

  private static CustomDefinition custom(ResolvedType type, SchemaGenerationContext context) {
    ObjectNode schema = context.getGeneratorConfig().createObjectNode();
    if (JsonNode.class.isAssignableFrom(type.getErasedType())) {
      return new CustomDefinition(schema, DefinitionType.INLINE, AttributeInclusion.YES);
    }
    if (!type.isInstanceOf(Enum.class)) {
      return null;
    }
    schema.put("type", "string");
    String description = description(type.getErasedType());
    if (description != null) {
      schema.put("description", description);
    }
    Arrays.stream(type.getErasedType().getEnumConstants())
        .map(symbol -> OutputJson.word((Enum<?>) symbol))
        .forEach(schema.putArray("enum")::add);
    return new CustomDefinition(schema, DefinitionType.ALWAYS_REF, AttributeInclusion.NO);
  }

  /** Whether a component is omitted when it is null. */
  private static boolean isOptional(FieldScope field) {
    JsonInclude include = field.getAnnotation(JsonInclude.class);
    return include != null && include.value() == JsonInclude.Include.NON_NULL;
  }

  private static boolean isNullable(FieldScope field) {
    return field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static List<String> allowed(FieldScope field) {
    Doc doc = field.getAnnotation(Doc.class);
    return doc == null || doc.allowed().length == 0 ? null : List.of(doc.allowed());
  }

  /** The description of a type: its own, or that of its Avro schema. */
  private static String description(Class<?> type) {
    Doc doc = ((AnnotatedElement) type).getAnnotation(Doc.class);
    if (doc != null && !doc.value().isEmpty()) {
      return doc.value();
    }
    Class<?> avro = doc == null ? type : doc.of();
    return isAvro(avro) ? SpecificData.get().getSchema(avro).getDoc() : null;
  }

  private static boolean isAvro(Class<?> type) {
    return type.getPackage() != null && type.getPackage().equals(AgentEvent.class.getPackage());
  }

  /** The description of a component: its own, or that of the Avro field of its name. */
  private static String description(FieldScope field) {
    if (field.isFakeContainerItemScope()) {
      return null;
    }
    Doc own = field.getAnnotation(Doc.class);
    if (own != null && !own.value().isEmpty()) {
      return own.value();
    }
    Doc outer = field.getDeclaringType().getErasedType().getAnnotation(Doc.class);
    if (outer == null || !isAvro(outer.of())) {
      return null;
    }
    Schema.Field avro = SpecificData.get().getSchema(outer.of()).getField(field.getDeclaredName());
    if (avro == null || avro.doc() == null) {
      return null;
    }
    boolean isTime = avro.schema().getLogicalType() instanceof LogicalTypes.TimestampMillis;
    return isTime ? avro.doc() + " Epoch milliseconds." : avro.doc();
  }

  /** The schema of a type; a reference for records and enums. */
  ObjectNode of(Type type) {
    if (type instanceof PageJson.Of page) {
      return schemas.createSchemaReference(PageJson.class, page.item());
    }
    ObjectNode schema = RequestBodies.JSON.createObjectNode();
    if (type == AgentEvent.class) {
      return schema.put("$ref", folder() + EventSchema.EVENT);
    }
    if (type == Void.class) {
      return schema.put("type", "null");
    }
    if (type == Object.class) {
      return schema.put("type", "object");
    }
    return schemas.createSchemaReference(type);
  }

  private static String folder() {
    return "#/" + PATH + "/";
  }

  /** Inlines the fields of unwrapped records before the other fields. */
  private static void flatten(ObjectNode schema) {
    if (!(schema.remove("allOf") instanceof ArrayNode parts)) {
      return;
    }
    List<ObjectNode> all = new ArrayList<>();
    parts.forEach(part -> all.add((ObjectNode) part));
    all.add(schema.deepCopy());
    ObjectNode properties = schema.put("type", "object").putObject("properties");
    Set<String> required = new LinkedHashSet<>();
    for (ObjectNode part : all) {
      part.path("properties")
          .properties()
          .forEach(field -> properties.set(field.getKey(), field.getValue()));
      part.path("required").forEach(name -> required.add(name.textValue()));
    }
    required.forEach(schema.putArray("required")::add);
  }

  /** All referenced schemas by name. */
  ObjectNode definitions() {
    ObjectNode definitions = schemas.collectDefinitions(PATH);
    definitions.forEach(schema -> flatten((ObjectNode) schema));
    for (Map.Entry<String, ObjectNode> event : EventSchema.in(folder()).entrySet()) {
      definitions.set(event.getKey(), event.getValue());
    }
    return definitions;
  }
}

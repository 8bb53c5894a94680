package dev.eddyline.console.edge;

import dev.eddyline.access.Role;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.http.ClientAddress;
import dev.eddyline.http.TrustedProxies;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The proxies in front of the console, and how they sign people in.
 *
 * @param userHeader header that names the user; empty where no proxy signs people in
 * @param addresses IP addresses and networks of the {@link TrustedProxies}
 * @param certificates SHA-256 fingerprints of their client certificates, hex digits
 * @param groupsHeader header that names the user's groups; empty for none
 * @param groups the roles of each group
 */
public record SignInProxy(
    String userHeader,
    Set<String> addresses,
    Set<String> certificates,
    String groupsHeader,
    Map<String, Set<Role>> groups) {

  /** Nobody is signed in by a proxy. */
  public static final SignInProxy NONE = new SignInProxy("", Set.of(), Set.of(), "", Map.of());

  /** Servlet attribute with the client's certificate chain, its own certificate first. */
  private static final String CLIENT_CERTIFICATES_ATTRIBUTE =
      "jakarta.servlet.request.X509Certificate";

  /** Longest name of a user, characters; a longer one signs nobody in. */
  private static final int MAX_USER_LENGTH = 256;

  /** Roles of a user where no groups header is configured. */
  private static final Set<Role> DEFAULT_USER_ROLES = EnumSet.of(Role.VIEW, Role.DECIDE);

  public SignInProxy {
    addresses = Set.copyOf(addresses);
    certificates = Set.copyOf(certificates);
    groups = Map.copyOf(groups);
  }

  /**
   * The proxies of these settings.
   *
   * @throws InvalidSettingException where settings conflict
   */
  static SignInProxy of(Settings settings) {
    String user = settings.get(Setting.HTTP_USER_HEADER).strip();
    String groupsHeader = settings.get(Setting.HTTP_GROUPS_HEADER).strip();
    Set<String> addresses =
        AccessRules.list(settings, Setting.HTTP_PROXIES).collect(Collectors.toSet());
    requireAddresses(addresses);
    Set<String> certificates =
        AccessRules.list(settings, Setting.HTTP_PROXY_CERTIFICATES)
            .map(SignInProxy::fingerprint)
            .collect(Collectors.toSet());
    Map<String, Set<Role>> groups =
        groups(AccessRules.list(settings, Setting.HTTP_GROUPS).toList());
    if (!user.isEmpty() && addresses.isEmpty() && certificates.isEmpty()) {
      throw new InvalidSettingException(
          "http.user.header: needs http.proxies or http.proxy.certificates, from which alone it is"
              + " believed");
    }
    if (!certificates.isEmpty() && user.isEmpty()) {
      throw new InvalidSettingException(
          "http.proxy.certificates: needs http.user.header, which is believed from those proxies");
    }
    if (!certificates.isEmpty() && settings.get(Setting.HTTP_TLS_CA).isBlank()) {
      throw new InvalidSettingException(
          "http.proxy.certificates: needs http.tls.ca, the authorities that signed them");
    }
    if (groupsHeader.isEmpty() != groups.isEmpty()) {
      throw new InvalidSettingException(
          "http.groups.header and http.groups: one is set without the other; the header names"
              + " groups and http.groups their roles");
    }
    if (!groupsHeader.isEmpty() && user.isEmpty()) {
      throw new InvalidSettingException(
          "http.groups.header: needs http.user.header, whose groups it names");
    }
    return new SignInProxy(user, addresses, certificates, groupsHeader, groups);
  }

  private static void requireAddresses(Set<String> addresses) {
    for (String address : addresses) {
      try {
        new TrustedProxies(Set.of(address));
      } catch (IllegalArgumentException wrong) {
        throw new InvalidSettingException(
            "http.proxies: '%s' must be an IP address, or a network such as 10.1.0.0/16 without bits beyond its length"
                .formatted(address));
      }
    }
  }

  private static String fingerprint(String text) {
    String hex = text.replace(":", "").toLowerCase(Locale.ROOT);
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new InvalidSettingException(
          ("http.proxy.certificates: '%s' must be a SHA-256 fingerprint: 64 hex digits,"
                  + " colons allowed")
              .formatted(text));
    }
    return hex;
  }

  private static Map<String, Set<Role>> groups(List<String> entries) {
    Map<String, Set<Role>> groups = new LinkedHashMap<>();
    for (String entry : entries) {
      int equals = entry.lastIndexOf('=');
      String group = equals < 0 ? "" : entry.substring(0, equals).strip();
      if (group.isEmpty()) {
        throw new InvalidSettingException(
            "http.groups: '%s' must be group=role or group=role+role".formatted(entry));
      }
      try {
        Set<Role> roles = Role.named(List.of(entry.substring(equals + 1).split("\\+")));
        if (groups.put(group, roles) != null) {
          throw new InvalidSettingException(
              "http.groups: '%s' is named twice: name it once, role+role".formatted(group));
        }
      } catch (IllegalArgumentException unknown) {
        throw new InvalidSettingException("http.groups: " + unknown.getMessage());
      }
    }
    return groups;
  }

  /** Whether a proxy signs people in. */
  boolean isUsed() {
    return !userHeader.isEmpty();
  }

  /** The user that a trusted proxy names; empty where the header appears twice or is too long. */
  Optional<String> user(Context http) {
    return isUsed() && isTrusted(http)
        ? headerIfSentOnce(http, userHeader).filter(SignInProxy::isShort)
        : Optional.empty();
  }

  /** The same of a request before routing. */
  Optional<String> user(Request request) {
    boolean isTrusted =
        ClientAddress.isProxied(request)
            || request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
                    instanceof EndPoint.SslSessionData tls
                && isKnown(tls.peerCertificates());
    return isUsed() && isTrusted
        ? single(request.getHeaders().getValuesList(userHeader)).filter(SignInProxy::isShort)
        : Optional.empty();
  }

  /** What the user may do. */
  Set<Role> roles(Context http) {
    if (groupsHeader.isEmpty()) {
      return DEFAULT_USER_ROLES;
    }
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String group : headerIfSentOnce(http, groupsHeader).orElse("").split(",")) {
      roles.addAll(groups.getOrDefault(group.strip(), Set.of()));
    }
    return Role.ofPerson(roles);
  }

  private static Optional<String> headerIfSentOnce(Context http, String header) {
    return single(Collections.list(http.req().getHeaders(header)));
  }

  /** Servers read a byte of a header as a character, proxies send names in UTF-8. */
  private static Optional<String> single(List<String> values) {
    return values.size() == 1
        ? Optional.of(utf8(values.get(0)).strip()).filter(value -> !value.isEmpty())
        : Optional.empty();
  }

  private static boolean isShort(String user) {
    return user.length() <= MAX_USER_LENGTH;
  }

  private static String utf8(String value) {
    return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private boolean isTrusted(Context http) {
    return ClientAddress.isProxied(http.req())
        || http.req().getAttribute(CLIENT_CERTIFICATES_ATTRIBUTE) instanceof X509Certificate[] chain
            && isKnown(chain);
  }

  private boolean isKnown(@Nullable X509Certificate[] chain) {
    return chain != null && chain.length > 0 && certificates.contains(fingerprint(chain[0]));
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(certificate.getEncoded()));
    } catch (GeneralSecurityException unreadable) {
      return "";
    }
  }
}

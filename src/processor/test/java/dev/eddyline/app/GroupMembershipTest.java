package dev.eddyline.app;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupMembershipTest {

  private static Settings settings(Map<String, String> flags) {
    return Settings.mergeLayers(null, Map.of(), flags);
  }

  @Test
  void aDynamicMemberLeavesTheGroupOnClose() {
    assertThat(GroupMembership.membershipOperationOnClose(settings(Map.of())))
        .isEqualTo(LEAVE_GROUP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "group.instance.id",
        "consumer.group.instance.id",
        "main.consumer.group.instance.id"
      })
  void aStaticMemberRemainsInTheGroupOnClose(String key) {
    assertThat(GroupMembership.membershipOperationOnClose(settings(Map.of(key, "eddyline-0"))))
        .isEqualTo(REMAIN_IN_GROUP);
  }
}

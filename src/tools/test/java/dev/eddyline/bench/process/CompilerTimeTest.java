package dev.eddyline.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class CompilerTimeTest {

  @Test
  void itIsPartOfTheCpuTimeOfThisProcess() {
    // Given
    CompilerTime compiler = new CompilerTime();
    long first = compiler.readNanos();

    // When
    long second = compiler.readNanos();

    // Then
    long cpuNanos =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    assertThat(first).isPositive().isLessThan(cpuNanos);
    assertThat(second).isGreaterThanOrEqualTo(first);
  }
}

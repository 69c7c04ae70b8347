package io.staunch.protocol.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.ConfigurationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyHashTest {
    enum Color {
        RED
    }

    record Key(long a, @Nullable String b, int c) {}

    sealed interface Id permits Number, Name {}

    record Number(long number) implements Id {}

    record Name(String name) implements Id {}

    record Many(Optional<String> o, List<Integer> l, Set<@Nullable Long> s, Id id) {}

    private static <K> long hash(Class<K> type, K key) {
        return KeyHash.hasher(type).hash(key);
    }

    private static String hex(long hash) {
        return String.format("%016x", hash);
    }

    @Test
    void hashesOfNumbersAndStringsAreWhatTheyAlwaysWere() {
        assertThat(hex(KeyHash.of(0L))).isEqualTo("0000000000000000");
        assertThat(hex(KeyHash.of(1L))).isEqualTo("5692161d100b05e5");
        assertThat(hex(KeyHash.of(-1L))).isEqualTo("b4d055fcf2cbbd7b");
        assertThat(hex(KeyHash.of(Long.MAX_VALUE))).isEqualTo("5a682afe7965debd");
        assertThat(hex(KeyHash.of("airport"))).isEqualTo("e183d33b0dee7cdc");
        assertThat(KeyHash.of(-7)).isEqualTo(KeyHash.of(-7L));
    }

    @Test
    void hashesOfOtherKeysAreWhatTheyAlwaysWere() {
        assertThat(hex(hash(Boolean.class, true))).isEqualTo(hex(KeyHash.of(1)));
        assertThat(hex(hash(Character.class, 'x'))).isEqualTo(hex(KeyHash.of('x')));
        assertThat(hex(hash(Double.class, 0.5))).isEqualTo(hex(KeyHash.of(0x3fe0000000000000L)));
        assertThat(hex(hash(Color.class, Color.RED))).isEqualTo(hex(KeyHash.of("RED")));
        assertThat(hex(hash(UUID.class, new UUID(1, 2)))).isEqualTo("17ff78880f78d610");
        assertThat(hex(hash(BigInteger.class, BigInteger.valueOf(-1000)))).isEqualTo("91b060d7b8b312e3");
        assertThat(hex(hash(BigDecimal.class, new BigDecimal("1.50")))).isEqualTo("5fb3ada122ad2182");
        assertThat(hex(hash(Instant.class, Instant.ofEpochSecond(5, 6)))).isEqualTo("916258911a252f4b");
        assertThat(hex(hash(Duration.class, Duration.ofSeconds(5, 6)))).isEqualTo("916258911a252f4b");
        assertThat(hex(hash(LocalDate.class, LocalDate.of(2026, 1, 2)))).isEqualTo("0de4cc6c2740c02b");
        assertThat(hex(hash(LocalTime.class, LocalTime.of(1, 2)))).isEqualTo("2bf68db00c71672e");
        assertThat(hex(hash(LocalDateTime.class, LocalDateTime.of(2026, 1, 2, 1, 2))))
                .isEqualTo("dc6a837a0d01c450");
    }

    @Test
    void hashesOfRecordsAreWhatTheyAlwaysWere() {
        assertThat(hex(hash(Key.class, new Key(1, "b", 2)))).isEqualTo("9b7426f29ffec13d");
        assertThat(hex(hash(Key.class, new Key(1, null, 2)))).isEqualTo("00f4c2c3841cc3e0");
        assertThat(hex(hash(Id.class, new Number(1)))).isEqualTo("5e9077f07dfed268");
        var many = new Many(Optional.of("o"), List.of(1, 2), Set.of(7L), new Name("n"));
        assertThat(hex(hash(Many.class, many))).isEqualTo("ebb449d6c5d52a60");
    }

    @Property
    void theHashOfALongStandsForIt(@ForAll long key) {
        assertThat(KeyHash.toLong(KeyHash.of(key))).isEqualTo(key);
        assertThat(KeyHash.of(KeyHash.toLong(key))).isEqualTo(key);
    }

    @Test
    void theOrderOfASetDoesNotCount() {
        var one = new Many(Optional.empty(), List.of(), new LinkedHashSet<>(List.of(1L, 2L, 3L)), new Number(1));
        var other = new Many(Optional.empty(), List.of(), new LinkedHashSet<>(List.of(3L, 1L, 2L)), new Number(1));
        assertThat(hash(Many.class, one)).isEqualTo(hash(Many.class, other));
    }

    @Test
    void equalFloatingPointNumbersHaveEqualHashes() {
        double oddNan = Double.longBitsToDouble(0x7ff8000000000123L);
        assertThat(hash(Double.class, oddNan)).isEqualTo(hash(Double.class, Double.NaN));
    }

    record Bad(int[] array, Map<String, String> map, Object any) {}

    record Loop(Optional<Loop> next) {}

    @Test
    void whatCannotBeAKeyIsRefusedByPath() {
        assertThatThrownBy(() -> KeyHash.hasher(Bad.class))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Bad.array: int[] can't be part of a key; equal arrays are not equal objects")
                .hasMessageContaining("Bad.map: java.util.Map can't be part of a key")
                .hasMessageContaining("Bad.any: java.lang.Object can't be part of a key");
        assertThatThrownBy(() -> KeyHash.hasher(Loop.class))
                .hasMessageContaining("Loop.next[]: " + Loop.class.getName() + " contains itself");
    }

    @Test
    void groupsAreWhatTheyAlwaysWere() {
        assertThat(KeyGroups.of(0, 128)).isZero();
        assertThat(KeyGroups.of(-1, 128)).isEqualTo(127);
        assertThat(KeyGroups.of(KeyHash.of(1), 128)).isEqualTo(43);
        assertThat(KeyGroups.of(1L << 63, 10)).isEqualTo(5);
        assertThat(KeyGroups.of(-1, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE - 1);
    }

    @Test
    void consecutiveKeysAreSpreadEvenlyOverGroups() {
        int[] counts = new int[128];
        for (long key = 0; key < 128_000; key++) {
            counts[KeyGroups.of(KeyHash.of(key), 128)]++;
        }
        assertThat(Arrays.stream(counts).boxed()).allMatch(count -> count > 850 && count < 1150);
    }

    @Property
    void everyKeyBelongsToExactlyOneTask(@ForAll long hash) {
        for (int parallelism = 1; parallelism <= 7; parallelism++) {
            int group = KeyGroups.of(hash, 128);
            int task = KeyGroupRange.task(group, parallelism, 128);
            for (int other = 0; other < parallelism; other++) {
                assertThat(KeyGroupRange.of(other, parallelism, 128).contains(group))
                        .isEqualTo(other == task);
            }
        }
    }
}

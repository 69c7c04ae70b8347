package io.staunch.protocol.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Types of all supported shapes. */
final class Samples {
    private Samples() {}

    enum Color {
        RED,
        GREEN {
            @Override
            boolean warm() {
                return false;
            }
        };

        boolean warm() {
            return true;
        }
    }

    record Primitives(boolean b, byte i8, short i16, char c, int i32, long i64, float f32, double f64) {}

    record Boxes(
            @Nullable Boolean b,
            @Nullable Byte i8,
            @Nullable Short i16,
            @Nullable Character c,
            @Nullable Integer i32,
            @Nullable Long i64,
            @Nullable Float f32,
            @Nullable Double f64) {}

    record Values(
            @Nullable String string,
            @Nullable BigDecimal decimal,
            @Nullable BigInteger integer,
            @Nullable UUID uuid,
            @Nullable Instant instant,
            @Nullable Duration duration,
            @Nullable LocalDate date,
            @Nullable LocalTime time,
            @Nullable LocalDateTime dateTime,
            @Nullable Color color) {}

    record Containers(
            @Nullable Optional<String> optional,
            @Nullable List<@Nullable Long> list,
            @Nullable Set<@Nullable Color> set,
            @Nullable Map<String, List<@Nullable Pair<Integer, String>>> map) {}

    record Pair<A, B>(@Nullable A left, @Nullable B right) {}

    record Tree(String name, List<Tree> children, @Nullable Tree twin) {}

    record Empty() {}

    record Arrays(byte[] bytes, long[] longs, int[] ints, double[] doubles, boolean[] booleans, String[][] strings) {}

    sealed interface Shape permits Circle, Round, Square, Nothing {}

    sealed interface Round extends Shape permits Oval {}

    record Circle(double radius) implements Shape {}

    record Oval(double a, double b) implements Round {}

    record Square(double side, @Nullable Shape inside) implements Shape {}

    enum Nothing implements Shape {
        NOTHING
    }

    sealed interface Result<T> permits Ok, Failed {}

    record Ok<T>(T value) implements Result<T> {}

    record Failed<T>(String why) implements Result<T> {}

    record Outcome(Result<List<Long>> result) {}

    record Positive(int value) {
        Positive {
            if (value <= 0) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }
}

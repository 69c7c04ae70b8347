package io.staunch.protocol.codec;

import io.staunch.protocol.codec.Samples.Boxes;
import io.staunch.protocol.codec.Samples.Circle;
import io.staunch.protocol.codec.Samples.Color;
import io.staunch.protocol.codec.Samples.Containers;
import io.staunch.protocol.codec.Samples.Nothing;
import io.staunch.protocol.codec.Samples.Oval;
import io.staunch.protocol.codec.Samples.Pair;
import io.staunch.protocol.codec.Samples.Primitives;
import io.staunch.protocol.codec.Samples.Shape;
import io.staunch.protocol.codec.Samples.Square;
import io.staunch.protocol.codec.Samples.Tree;
import io.staunch.protocol.codec.Samples.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random values of the sample types; about a fifth of what may be null is. */
final class Anything {
    private final Random random;

    Anything(long seed) {
        random = new Random(seed);
    }

    private <T> @Nullable T orNull(Supplier<T> value) {
        return random.nextInt(5) == 0 ? null : value.get();
    }

    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    private String text() {
        int length = random.nextInt(6) == 0 ? random.nextInt(200) : random.nextInt(10);
        int most = random.nextInt(3) == 0 ? 0x10000 : 0x80;
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(most));
        }
        return text.toString();
    }

    private Color color() {
        return Color.values()[random.nextInt(2)];
    }

    Primitives primitives() {
        return new Primitives(
                random.nextBoolean(),
                (byte) number(),
                (short) number(),
                (char) number(),
                (int) number(),
                number(),
                Float.intBitsToFloat((int) number()),
                Double.longBitsToDouble(number()));
    }

    Boxes boxes() {
        return new Boxes(
                orNull(random::nextBoolean),
                orNull(() -> (byte) number()),
                orNull(() -> (short) number()),
                orNull(() -> (char) number()),
                orNull(() -> (int) number()),
                orNull(this::number),
                orNull(random::nextFloat),
                orNull(random::nextDouble));
    }

    Values values() {
        return new Values(
                orNull(this::text),
                orNull(() -> new BigDecimal(BigInteger.valueOf(number()), (int) number())),
                orNull(() -> BigInteger.valueOf(number()).pow(random.nextInt(5))),
                orNull(() -> new UUID(number(), number())),
                orNull(() -> Instant.ofEpochSecond(number() % 31_000_000_000L, random.nextInt(1_000_000_000))),
                orNull(() -> Duration.ofSeconds(number(), random.nextInt(1_000_000_000))),
                orNull(() -> LocalDate.ofEpochDay(number() % 300_000_000)),
                orNull(() -> LocalTime.ofNanoOfDay(random.nextInt(86_400) * 1_000_000_007L % 86_400_000_000_000L)),
                orNull(() -> LocalDate.ofEpochDay(number() % 300_000_000).atTime(LocalTime.MAX)),
                orNull(this::color));
    }

    private <T> List<@Nullable T> list(Supplier<T> element) {
        List<@Nullable T> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(orNull(element));
        }
        return list;
    }

    Containers containers() {
        Set<@Nullable Color> set = new LinkedHashSet<>(list(this::color));
        Map<String, List<@Nullable Pair<Integer, String>>> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(text(), list(() -> new Pair<>(orNull(() -> (int) number()), orNull(this::text))));
        }
        return new Containers(
                orNull(() -> Optional.ofNullable(orNull(this::text))),
                orNull(() -> list(this::number)),
                orNull(() -> set),
                orNull(() -> map));
    }

    Tree tree(int depth) {
        List<Tree> children = new ArrayList<>();
        for (int i = depth == 0 ? 0 : random.nextInt(3); i > 0; i--) {
            children.add(tree(depth - 1));
        }
        return new Tree(text(), children, depth == 0 ? null : orNull(() -> tree(depth - 1)));
    }

    Shape shape() {
        return switch (random.nextInt(4)) {
            case 0 -> new Circle(random.nextDouble());
            case 1 -> new Oval(random.nextDouble(), number());
            case 2 -> Nothing.NOTHING;
            default -> new Square(number(), orNull(this::shape));
        };
    }
}

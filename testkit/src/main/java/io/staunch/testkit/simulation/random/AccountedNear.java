package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.testkit.simulation.world.Chance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A left outer join by an interval, of items of which some come too late. Which do is another thing in each run; but two that are near have met unless one of them was late, never if one was; and
 * each of the left has met another one, stays alone, or was late, and only one of the three. So what the join gives, what was late and what went in are held against each other under the key of the join, and each
 * pair of near ones and each one of the left goes on when it is known what has become of it: each must come exactly once.
 *
 * @param before in milliseconds, of the interval; {@code after} likewise
 */
record AccountedNear(long before, long after) implements Operator {
    private static final SideOutput<Item> LATE = SideOutput.named("late");
    private static final SideOutput<Item> LATE_RIGHT = SideOutput.named("late-right");
    private static final Item NONE = new Item(-1, -1, -1, 0, "");
    private static final long WRONG = -9_993;

    static AccountedNear byChance(Chance chance) {
        return new AccountedNear(chance.between(0, 120), chance.between(0, 120));
    }

    /** What is known of an item. */
    enum Kind {
        LEFT,
        RIGHT,
        PAIR,
        ALONE,
        LATE_LEFT,
        LATE_RIGHT
    }

    /** One thing that is known. */
    record Evidence(Kind kind, Item left, Item right) {
        int key() {
            return left.equals(NONE) ? right.key() : left.key();
        }

        static Evidence of(Item left, @Nullable Item right) {
            return right == null ? new Evidence(Kind.ALONE, left, NONE) : new Evidence(Kind.PAIR, left, right);
        }
    }

    /** Two that are near. */
    record Pair(Item left, Item right) {
        Item token() {
            return left.alone(right.alone(1).value());
        }
    }

    /** What is known of one: whether it went in, was late, has stayed alone, has met another one, and whether it has gone on. */
    record Known(boolean in, boolean late, boolean alone, boolean met, boolean told) {
        static final Known NOTHING = new Known(false, false, false, false, false);

        Known and(Kind kind) {
            return switch (kind) {
                case LEFT, RIGHT -> new Known(true, late, alone, met, told);
                case LATE_LEFT, LATE_RIGHT -> new Known(in, true, alone, met, told);
                case ALONE -> new Known(in, late, true, met, told);
                case PAIR -> new Known(in, late, alone, true, told);
            };
        }

        /** Whether that may come yet; several others may be met. */
        boolean allows(Kind kind) {
            return switch (kind) {
                case LEFT, RIGHT -> !in;
                case LATE_LEFT, LATE_RIGHT, ALONE -> !late && !alone && !met;
                case PAIR -> !late && !alone;
            };
        }

        boolean decided() {
            return late || alone || met;
        }

        Known goneOn() {
            return new Known(in, late, alone, met, true);
        }
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        Stream<Item> lefts = inputs.get(0);
        Stream<Item> rights = inputs.get(1);
        Stream<Evidence> met = lefts.keyByInt(Item::key)
                .join(rights.keyByInt(Item::key))
                .within(Duration.ofMillis(before), Duration.ofMillis(after))
                .lateTo(LATE, LATE_RIGHT)
                .leftMap(name, Item.class, Item.class, Evidence::of);
        Stream<Evidence> all = met.union(
                met.sideOutput(LATE).flatMap((item, out) -> out.emit(new Evidence(Kind.LATE_LEFT, item, NONE))),
                met.sideOutput(LATE_RIGHT).flatMap((item, out) -> out.emit(new Evidence(Kind.LATE_RIGHT, NONE, item))),
                lefts.map(item -> new Evidence(Kind.LEFT, item, NONE)),
                rights.map(item -> new Evidence(Kind.RIGHT, NONE, item)));
        AccountedNear of = this;
        return List.of(all.keyByInt(Evidence::key).process(name + "-accounts", states -> new Accounts(of, states)));
    }

    /** Holds everything of a key against each other. */
    private static final class Accounts implements KeyedProcess<Integer, Evidence, Item> {
        private final AccountedNear of;
        private final MapState<Item, Known> lefts;
        private final MapState<Item, Known> rights;
        private final MapState<Pair, Boolean> pairs;

        Accounts(AccountedNear of, KeyedStates states) {
            this.of = of;
            lefts = states.map("lefts", Item.class, Known.class);
            rights = states.map("rights", Item.class, Known.class);
            pairs = states.map("pairs", Pair.class, Boolean.class);
        }

        @Override
        public void process(Evidence evidence, Context<Integer, Item> context) {
            Kind kind = evidence.kind();
            Item left = evidence.left();
            Item right = evidence.right();
            if (!left.equals(NONE)) {
                add(lefts, left, kind, context);
            }
            if (!right.equals(NONE)) {
                add(rights, right, kind, context);
            }
            if (kind == Kind.PAIR) {
                if (!of.near(left, right) || pairs.contains(new Pair(left, right))) {
                    context.emit(left.value(WRONG));
                }
                pairs.put(new Pair(left, right), false);
            }
            goOn(left, right, context);
        }

        private static void add(MapState<Item, Known> side, Item item, Kind kind, Context<Integer, Item> context) {
            Known known = known(side, item);
            boolean late = kind == Kind.LATE_LEFT || kind == Kind.LATE_RIGHT;
            if (!known.allows(kind) || (late && !EventTime.isTardy(item))) {
                context.emit(item.value(WRONG));
            }
            side.put(item, known.and(kind));
        }

        private void goOn(Item left, Item right, Context<Integer, Item> context) {
            List<Map.Entry<Item, Known>> others = entries(rights);
            for (Map.Entry<Item, Known> each : entries(lefts)) {
                Known known = each.getValue();
                if (known.in() && known.decided() && !known.told()) {
                    lefts.put(each.getKey(), known.goneOn());
                    context.emit(each.getKey().alone(0));
                }
                for (Map.Entry<Item, Known> other : others) {
                    boolean concerns =
                            each.getKey().equals(left) || other.getKey().equals(right);
                    if (concerns && known.in() && other.getValue().in()) {
                        goOn(
                                new Pair(each.getKey(), other.getKey()),
                                known.late() || other.getValue().late(),
                                context);
                    }
                }
            }
        }

        private void goOn(Pair pair, boolean late, Context<Integer, Item> context) {
            Boolean told = pairs.get(pair);
            boolean decided = late || told != null;
            if (decided && !Boolean.TRUE.equals(told) && of.near(pair.left(), pair.right())) {
                pairs.put(pair, true);
                context.emit(pair.token());
            }
        }

        private static Known known(MapState<Item, Known> side, Item item) {
            Known known = side.get(item);
            return known == null ? Known.NOTHING : known;
        }

        private static List<Map.Entry<Item, Known>> entries(MapState<Item, Known> side) {
            return List.copyOf(side.entries().entrySet());
        }
    }

    private boolean near(Item left, Item right) {
        long later = EventTime.withTardyOnes(right) - EventTime.withTardyOnes(left);
        return left.key() == right.key() && later >= -before && later <= after;
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        List<Item> out = new ArrayList<>();
        for (Item left : inputs.get(0)) {
            out.add(left.alone(0));
            for (Item right : inputs.get(1)) {
                if (near(left, right)) {
                    out.add(new Pair(left, right).token());
                }
            }
        }
        return List.of(out);
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public String toString() {
        return "join by int key from " + before + " ms before to " + after + " ms after, each pair met or late";
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.random.Parts.End;
import io.staunch.testkit.simulation.random.Parts.Lag;
import io.staunch.testkit.simulation.random.Parts.Origin;
import io.staunch.testkit.simulation.random.Parts.Step;
import io.staunch.testkit.simulation.world.Chance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A random pipeline while it is made up. */
final class Draft {
    private static final int LEAST_RECORDS = 205;
    static final int MOST_RECORDS = 260;
    private static final int LEAST_OUTPUT = 200;
    private static final int MOST_OUTPUT = 400;
    private static final int MOST_SOURCES = 3;
    private static final int MOST_STEPS = 5;
    private static final int MOST_SINKS = 3;
    private static final int MOST_BESIDES = 3;
    private static final double USED_AGAIN = 0.15;
    private static final double LED = 0.85;
    private static final double EXTRA = 0.2;
    private static final double FILES = 0.3;
    private static final double OF_DATABASE = 0.7;
    private static final double WINDOWED = 0.25;
    private static final double LATENESS = 0.3;
    private static final double EARLY = 0.25;
    private static final double JOINED = 0.4;
    private static final double BROADCAST = 0.12;
    private static final double CALLING = 0.1;
    private static final double UNORDERED = 0.1;
    private static final double TARDY = 0.2;
    private static final double NEVER = 0.3;
    private static final double ACCOUNTED = 0.5;
    private static final double MORE_THAN_ONE = 0.3;

    private static final List<SinkKind> BESIDES = List.of(
            SinkKind.FOLLOWER_WITH_LEDGER, SinkKind.FOLLOWER_WITH_LEDGER, SinkKind.FOLLOWER_WITH_KEY, SinkKind.UPSERT);

    /** In the place of upserts where an exactly-once pipeline can't have them. */
    private static final List<SinkKind> INSTEAD =
            List.of(SinkKind.FOLLOWER_WITH_LEDGER, SinkKind.FOLLOWER_WITH_KEY, SinkKind.PREPARED);

    private static final List<SinkKind> INSTEAD_WITH_A_LEAD =
            List.of(SinkKind.LEAD, SinkKind.LEAD, SinkKind.FOLLOWER_WITH_LEDGER, SinkKind.PREPARED);

    private static final List<SinkKind> AT_LEAST_ONCE = List.of(
            SinkKind.FLUSHING,
            SinkKind.FLUSHING,
            SinkKind.INSERT,
            SinkKind.UPSERT,
            SinkKind.UNCHECKED_UPSERT,
            SinkKind.FOLLOWER_WITHOUT_PROTECTION,
            SinkKind.FOLLOWER_WITH_LEDGER,
            SinkKind.FOLLOWER_WITH_KEY);

    private static final List<SinkKind> AT_MOST_ONCE =
            List.of(SinkKind.FLUSHING, SinkKind.FLUSHING, SinkKind.INSERT, SinkKind.UPSERT, SinkKind.UNCHECKED_UPSERT);

    private final Chance chance;

    /* Each for what it is named after alone, so that all else is as it would be without that. */
    private final Chance ofPrepared;
    private final Chance ofFiles;
    private final Chance ofDatabase;
    private final Chance ofExtras;
    private final Chance ofCalls;
    private final Chance ofWindows;
    private final Chance ofLateness;
    private final Chance ofEarly;
    private final Chance ofJoins;
    private final Chance ofBroadcasts;
    private final Chance ofInstead;
    private final Chance ofUnordered;
    private final Chance ofTardy;
    private final Chance ofNever;
    private final Chance ofAccounts;

    private final Connectors connectors;
    private final Guarantee guarantee;
    private final boolean windowed;

    /** Whether some records come too late for windows. */
    private final boolean tardy;

    private final List<Origin> origins = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<End> ends = new ArrayList<>();
    private final List<List<Item>> streams = new ArrayList<>();
    private final List<Integer> open = new ArrayList<>();

    /** Streams with ids that no source gave, or without places in a source. */
    private final Set<Integer> renamed = new HashSet<>();

    /** Streams with event time. */
    private final Set<Integer> timed = new HashSet<>();

    /** Streams behind an operator of which the engine can't know that it gives the same again. */
    private final Set<Integer> unrepeatable = new HashSet<>();

    /** How many sinks were drawn that follow, before any was chosen instead of another. */
    private int followers;

    /** @param chances one for each purpose */
    Draft(Function<String, Chance> chances, Connectors connectors) {
        chance = chances.apply("pipeline");
        ofWindows = chances.apply("windows");
        ofPrepared = chances.apply("prepared");
        ofExtras = chances.apply("extras");
        ofLateness = chances.apply("lateness");
        ofEarly = chances.apply("early");
        ofJoins = chances.apply("joins");
        ofBroadcasts = chances.apply("broadcasts");
        ofCalls = chances.apply("calls");
        ofFiles = chances.apply("files");
        ofDatabase = chances.apply("database");
        ofInstead = chances.apply("instead");
        ofUnordered = chances.apply("unordered");
        ofTardy = chances.apply("tardy");
        ofNever = chances.apply("never");
        ofAccounts = chances.apply("accounts");
        this.connectors = connectors;
        guarantee = guarantee();
        windowed = ofWindows.happens(WINDOWED) && connectors.haveEnds() && guarantee == Guarantee.EXACTLY_ONCE;
        tardy = windowed && ofTardy.happens(TARDY);
    }

    RandomPipeline finish() {
        origins();
        boolean windowsFirst = ofWindows.happens(0.5);
        if (windowed && windowsFirst) {
            windows();
        }
        long count = chance.between(1, MOST_STEPS);
        for (int i = 0; i < count; i++) {
            step(chance.oneOf(Operators.ALL));
        }
        if (guarantee == Guarantee.EXACTLY_ONCE && ofUnordered.happens(UNORDERED)) {
            besides(Calls.inNoOrder(ofUnordered), ofUnordered.oneOf(open), false);
        }
        if (windowed && !windowsFirst) {
            windows();
        }
        if (windowed) {
            meetings();
        }
        if (guarantee == Guarantee.EXACTLY_ONCE && ofExtras.happens(EXTRA)) {
            besides(Extras.byChance(ofExtras), ofExtras.oneOf(open), true);
        }
        if (ofCalls.happens(CALLING)) {
            besides(Calls.byChance(ofCalls), ofCalls.oneOf(open), false);
        }
        if (guarantee == Guarantee.EXACTLY_ONCE && ofBroadcasts.happens(BROADCAST)) {
            Integer rules = ofBroadcasts.oneOf(open);
            Integer stream = ofBroadcasts.oneOf(open);
            open.remove(stream);
            add(Ruled.byChance(ofBroadcasts), List.of(stream, rules), false);
        }
        while (open.size() > MOST_SINKS) {
            add(Stateless.union(chance, List.of()), pair(), false);
        }
        ends();
        return new RandomPipeline(connectors, guarantee, origins, steps, ends, lag());
    }

    /** One more use of a stream. */
    private void besides(Operator operator, Integer stream, boolean renames) {
        open.remove(stream);
        open.add(stream);
        add(operator, List.of(stream), renames);
    }

    private Guarantee guarantee() {
        if (chance.happens(0.85)) {
            return Guarantee.EXACTLY_ONCE;
        }
        return chance.happens(0.5) ? Guarantee.AT_LEAST_ONCE : Guarantee.AT_MOST_ONCE;
    }

    private void origins() {
        int count = (int) chance.skewed(1, MOST_SOURCES);
        int records = (int) chance.between(LEAST_RECORDS, MOST_RECORDS) / count;
        boolean allEnd = chance.happens(0.25);
        for (int source = 0; source < count; source++) {
            boolean ends = (connectors.haveEnds() && (allEnd || chance.happens(0.2))) || windowed;
            Misfits bad = connectors.haveBadRecords() ? misfits(0.3) : Misfits.NONE;
            EventTime time = chance.happens(0.5) ? EventTime.byChance(chance) : null;
            EventTime strict = tardy ? EventTime.TARDY : EventTime.STRICT;
            origins.add(new Origin("in-" + source, ends, bad, windowed ? strict : time, records(source, records)));
        }
        int stream = 0;
        for (Origin origin : origins) {
            if (origin.time() != null) {
                timed.add(stream);
            }
            stream += origin.bad() == Misfits.ASIDE ? 2 : 1;
        }
        streams.addAll(RandomPipeline.evaluate(origins, List.of()));
        for (int i = 0; i < streams.size(); i++) {
            open.add(i);
        }
    }

    private List<Item> records(int source, int count) {
        int tracks = (int) chance.between(1, 12);
        List<Item> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = source * MOST_RECORDS + i;
            records.add(Item.of(source * 16L + chance.below(tracks), id, chance.below(Item.KEYS), chance.below(1000)));
        }
        return records;
    }

    private Misfits misfits(double share) {
        if (!chance.happens(share)) {
            return Misfits.NONE;
        }
        return chance.happens(0.5) ? Misfits.SKIPPED : Misfits.ASIDE;
    }

    private void step(Operator.Maker maker) {
        boolean fits = maker.perRecord() || guarantee == Guarantee.EXACTLY_ONCE;
        if (!fits || maker.inputs() > open.size()) {
            return;
        }
        List<Integer> inputs = new ArrayList<>();
        for (int i = 0; i < maker.inputs(); i++) {
            inputs.add(take());
        }
        if (!fits(maker, inputs)) {
            open.addAll(inputs);
            return;
        }
        add(maker.make(chance, inputs.stream().map(streams::get).toList()), inputs, !maker.keepsPlaces());
        if (chance.happens(USED_AGAIN)) {
            open.add(inputs.get(0));
        }
    }

    /**
     * Windows behind a stream whose records have the event time that their ids say. All sources end, and no split is ever idle: so no record is
     * late that is not tardy, and each window gives its result, whatever the run.
     */
    private void windows() {
        List<Integer> fitting = fitting();
        if (!fitting.isEmpty() && tardy) {
            Integer stream = ofTardy.oneOf(fitting);
            open.remove(stream);
            Operator windows = Accounted.windows(ofTardy);
            boolean sliding = ofAccounts.happens(ACCOUNTED) && different(stream);
            add(sliding ? AccountedSliding.byChance(ofAccounts) : windows, List.of(stream), true);
        } else if (!fitting.isEmpty()) {
            Integer stream = ofWindows.oneOf(fitting);
            open.remove(stream);
            Windowed windows = Windowed.byChance(ofWindows);
            boolean late = ofLateness.happens(LATENESS);
            add(late ? windows.lateness(ofLateness.between(1, 500)) : windows, List.of(stream), true);
        }
    }

    /** Open streams whose records have the event time that their ids say. */
    private List<Integer> fitting() {
        return open.stream()
                .filter(stream -> timed.contains(stream) && !renamed.contains(stream))
                .toList();
    }

    /** Whether no two records of a stream are equal. */
    private boolean different(int stream) {
        List<Item> all = streams.get(stream);
        return new HashSet<>(all).size() == all.size();
    }

    /** Early results and joins, likewise; a stream may be joined with itself. */
    private void meetings() {
        List<Integer> fitting = fitting();
        if (tardy) {
            if (!fitting.isEmpty() && ofTardy.happens(JOINED)) {
                Integer left = ofTardy.oneOf(fitting);
                Integer right = ofTardy.oneOf(fitting);
                open.remove(left);
                Operator join = Accounted.join(ofTardy);
                boolean near = ofAccounts.happens(ACCOUNTED) && different(left) && different(right);
                add(near ? AccountedNear.byChance(ofAccounts) : join, List.of(left, right), true);
            }
            return;
        }
        if (!fitting.isEmpty() && ofEarly.happens(EARLY)) {
            add(Early.byChance(ofEarly), List.of(ofEarly.oneOf(fitting)), true);
        }
        if (!fitting.isEmpty() && ofJoins.happens(JOINED)) {
            Integer left = ofJoins.oneOf(fitting);
            Integer right = ofJoins.oneOf(fitting);
            open.remove(left);
            add(Meeting.byChance(ofJoins), List.of(left, right), true);
        }
    }

    private boolean fits(Operator.Maker maker, List<Integer> inputs) {
        boolean first = timed.contains(inputs.get(0));
        boolean finishes = origins.stream().allMatch(Origin::ends);
        return inputs.stream().allMatch(input -> timed.contains(input) == first) && maker.fits(first, finishes);
    }

    /** Two streams with event time, or two without: there are more than two, so there are such. */
    private List<Integer> pair() {
        int first = take();
        int second = take();
        while (timed.contains(first) != timed.contains(second)) {
            open.add(first);
            first = second;
            second = take();
        }
        return List.of(first, second);
    }

    private void add(Operator operator, List<Integer> inputs, boolean renames) {
        steps.add(new Step("op-" + steps.size(), operator, inputs));
        List<List<Item>> outputs =
                operator.evaluate(inputs.stream().map(streams::get).toList());
        for (List<Item> output : outputs) {
            if (renames || inputs.stream().anyMatch(renamed::contains)) {
                renamed.add(streams.size());
            }
            if (timed.contains(inputs.get(0))) {
                timed.add(streams.size());
            }
            if (!operator.repeatable() || inputs.stream().anyMatch(unrepeatable::contains)) {
                unrepeatable.add(streams.size());
            }
            open.add(streams.size());
            streams.add(output);
        }
    }

    private int take() {
        return open.remove(chance.below(open.size()));
    }

    private void ends() {
        boolean led = chance.happens(LED);
        for (int stream : open) {
            boolean lead = led && (ends.isEmpty() || chance.happens(0.7));
            end(stream, lead ? SinkKind.LEAD : besides());
        }
        long output =
                open.stream().mapToLong(stream -> streams.get(stream).size()).sum();
        if (output < LEAST_OUTPUT) {
            largest().ifPresent(stream -> end(stream, led ? SinkKind.LEAD : besides()));
        }
        long more = chance.happens(0.5) ? chance.between(1, 2) : 0;
        for (int i = 0; i < more; i++) {
            end(chance.oneOf(open), besides());
        }
    }

    /** No lead; and at most {@link #MOST_BESIDES} followers. */
    private SinkKind besides() {
        return chance.oneOf(followers < MOST_BESIDES ? BESIDES : List.of(SinkKind.UPSERT));
    }

    /**
     * What is refused after it was sent is remembered by its place in a source, and so is everything that the sink gets from that place: what is
     * to be refused must follow from the record that the source gave. What a timer emits has no place.
     */
    private void end(int stream, SinkKind exact) {
        SinkKind kind = switch (guarantee) {
            case EXACTLY_ONCE -> exact;
            case AT_LEAST_ONCE -> chance.oneOf(AT_LEAST_ONCE);
            case AT_MOST_ONCE -> chance.oneOf(AT_MOST_ONCE);
        };
        boolean byId = kind == SinkKind.LEAD && !renamed.contains(stream);
        Misfits refused = byId ? misfits(0.15) : Misfits.NONE;
        followers += kind.isFollower() ? 1 : 0;
        SinkKind kept = perhapsOfDatabase(perhapsInstead(perhapsFiles(perhapsPrepared(kind)), stream));
        ends.add(new End("out-" + ends.size(), stream, kept, refused, never(kept, streams.get(stream))));
    }

    /** Records that a table never takes, though nobody finds out before it is to have them. */
    private List<Item> never(SinkKind kind, List<Item> items) {
        boolean some = kind == SinkKind.FOLLOWER_WITH_LEDGER
                && guarantee == Guarantee.EXACTLY_ONCE
                && !items.isEmpty()
                && ofNever.happens(NEVER);
        if (!some) {
            return List.of();
        }
        Item one = ofNever.oneOf(items);
        return ofNever.happens(MORE_THAN_ONE) ? List.of(one, ofNever.oneOf(items)) : List.of(one);
    }

    /** Upserts are exactly once as far as what is before them gives the same again, and refused where the engine can't know that it does. */
    private SinkKind perhapsInstead(SinkKind kind, int stream) {
        boolean refused =
                guarantee == Guarantee.EXACTLY_ONCE && kind == SinkKind.UPSERT && unrepeatable.contains(stream);
        if (!refused) {
            return kind;
        }
        boolean led = ends.stream().anyMatch(end -> end.kind() == SinkKind.LEAD);
        return ofInstead.oneOf(led ? INSTEAD_WITH_A_LEAD : INSTEAD);
    }

    private SinkKind perhapsPrepared(SinkKind kind) {
        if (kind != SinkKind.FOLLOWER_WITH_LEDGER || ofPrepared.happens(0.5)) {
            return kind;
        }
        return ofPrepared.happens(0.5) ? SinkKind.PREPARED : SinkKind.PREPARED_WITH_LOCKS;
    }

    private SinkKind perhapsFiles(SinkKind kind) {
        boolean files = kind.isFollower() && connectors.files().isPresent() && ofFiles.happens(FILES);
        return files ? SinkKind.FILES : kind;
    }

    private SinkKind perhapsOfDatabase(SinkKind kind) {
        return connectors.database().isPresent() && ofDatabase.happens(OF_DATABASE) ? kind.ofDatabase() : kind;
    }

    private Lag lag() {
        boolean near = ends.stream().anyMatch(end -> end.kind().isFollower()) && chance.happens(0.5);
        return near ? new Lag((int) chance.between(1, 5), chance.skewed(1 << 10, 1 << 16)) : Lag.FAR;
    }

    /** A stream that no sink writes yet, so that there is enough to look at; not so large that runs get long. */
    private java.util.Optional<Integer> largest() {
        Integer largest = null;
        for (int i = 0; i < streams.size(); i++) {
            int size = streams.get(i).size();
            boolean better = largest == null || size > streams.get(largest).size();
            if (!open.contains(i) && size <= MOST_OUTPUT && better) {
                largest = i;
            }
        }
        return java.util.Optional.ofNullable(largest);
    }
}

package io.staunch.runtime.job;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.refused.RefusedPlace;
import io.staunch.protocol.refused.RefusedPlaces;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.sink.RefusedByOutside;
import io.staunch.runtime.sink.RefusedByOutside.Refused;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a job learns of records that the outside of its sinks refuses, until a checkpoint holds it. Owned by the coordinator, over all
 * restarts inside the process.
 */
final class Refusals {
    /** For the log and for checkpoints: reasons are made by people, not by records. */
    private static final int LONGEST_REASON = 500;

    private final JobContext job;
    private final Map<String, Sink<?>> sinks = new LinkedHashMap<>();
    private final Map<String, Source<?>> sources = new HashMap<>();
    private final boolean flights;
    private RefusedPlaces learnt = RefusedPlaces.NONE;

    Refusals(JobContext job) {
        this.job = job;
        this.flights = job.plan().pipeline().guarantee() != Guarantee.AT_MOST_ONCE
                && !job.plan().nodesOf(Node.Kind.ENRICH).isEmpty();
        for (Node node : job.plan().nodes()) {
            if (node instanceof Node.SinkNode sink) {
                sinks.put(sink.name(), sink.sink());
            } else if (node instanceof Node.SourceNode source) {
                sources.put(source.name(), source.source());
            }
        }
    }

    /** What an execution has to know that begins at these positions. */
    RefusedPlaces known(List<RefusedPlace> stored, List<Manifest.SourceEntry> positions) {
        return again(RefusedPlaces.of(stored).plus(learnt.all()), positions).ofSinks(forgiving());
    }

    /** Whether something was learnt that this checkpoint does not hold and that reading from it meets again. */
    boolean exceed(Manifest manifest) {
        RefusedPlaces stored = RefusedPlaces.of(manifest.refused());
        RefusedPlaces all = stored.plus(again(learnt, manifest.sources()).all());
        return all.size() > stored.size();
    }

    /** That checkpoint is durable, and in the ledger if there is one: recovery goes back no further. */
    void held(Manifest manifest) {
        if (!exceed(manifest)) {
            learnt = RefusedPlaces.NONE;
        }
    }

    /**
     * Those of the places that may come again from a checkpoint with these positions. Where an enrichment may have records in flight that is all of them: what was
     * refused was in no checkpoint's past, so it is read again or is in flight.
     */
    private RefusedPlaces again(RefusedPlaces places, List<Manifest.SourceEntry> positions) {
        return flights ? places : toCome(places, positions, Set.of());
    }

    /** Those of the places that positions have not passed, or that are in flight. */
    RefusedPlaces toCome(RefusedPlaces places, List<Manifest.SourceEntry> positions, Set<SourcePlace> inFlight) {
        return places.isEmpty() ? places : places.toCome(next(positions), inFlight);
    }

    private Map<String, Map<String, Long>> next(List<Manifest.SourceEntry> positions) {
        Map<String, Map<String, Long>> next = new HashMap<>();
        for (Manifest.SourceEntry entry : positions) {
            Source<?> source = sources.get(entry.name());
            if (source != null) {
                Map<String, Long> splits = new HashMap<>();
                for (Split split : Manifests.splits(entry)) {
                    source.placeOf(split).ifPresent(place -> splits.put(place.split(), place.number()));
                }
                next.put(entry.name(), splits);
            }
        }
        return next;
    }

    /** Names of the sinks that do not stop the job at a record that is refused. */
    private List<String> forgiving() {
        return sinks.entrySet().stream()
                .filter(sink -> !(sink.getValue().onRefusedRecord() instanceof OnRefusedRecord.Fail))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Learns from refusals, and says with what the job restarts or ends. */
    StaunchException learn(RefusedByOutside failure, Execution execution, Manifest restored) {
        List<RefusedPlace> places = new ArrayList<>();
        List<String> forgiving = forgiving();
        for (Refused refused : failure.refused()) {
            String what = describe(refused, execution);
            if (!forgiving.contains(refused.sink())) {
                return fail(what + waysOut(refused.sink()));
            }
            SourcePlace located = execution.locate(refused.origin());
            if (located == null) {
                return fail(what
                        + ". It can't be remembered, since its place in a source is not known: it was emitted by a timer, or"
                        + " its source does not say places in a way that lasts (SourceReader.place). Have the sink's encoder refuse it before it is"
                        + " sent");
            }
            var place = new RefusedPlace(refused.sink(), located.source(), located.place(), shortened(refused));
            boolean toCome = execution.wasInFlight(refused.origin())
                    || !toCome(RefusedPlaces.of(List.of(place)), restored.sources(), Set.of())
                            .isEmpty();
            if (!toCome) {
                return fail(what + ". It can't be remembered: source '" + located.source() + "' says that it is at "
                        + located.place() + ", which is before where it was read from. That is an error of the source"
                        + " (SourceReader.place and Source.placeOf must agree)");
            }
            places.add(place);
        }
        RefusedPlaces before = execution.remembered().places().plus(learnt.all());
        String first = describe(failure.refused().get(0), execution);
        return switch (before.lesson(places)) {
            case NEW -> {
                learnt = learnt.plus(places);
                yield new NewlyRefused(first
                        + (places.size() == 1 ? "" : " (and " + (places.size() - 1) + " more were refused)")
                        + ". It is remembered, and what was not committed is read again without sending it");
            }
            case NOTHING_NEW ->
                new StaunchException(
                        first + ", although it was remembered as refused and should not have been sent again",
                        Remedy.RESTART_FROM_CHECKPOINT);
            case TOO_MANY ->
                fail(first + ". More than " + RefusedPlaces.MOST + " records are refused before a checkpoint gets past"
                        + " them: that is no matter of single records; see whether the sink's topic or table is the right"
                        + " one, and have the sink's settings refuse such records before they are sent");
        };
    }

    private static String shortened(Refused refused) {
        String reason = refused.reason();
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
    }

    private String describe(Refused refused, Execution execution) {
        String place = execution.describe(refused.origin());
        Sink<?> sink = sinks.get(refused.sink());
        return "sink '" + refused.sink() + "' of job '" + job.name() + "' (" + (sink == null ? "" : sink.description())
                + ") does not take a record" + (place.isEmpty() ? "" : " from " + place) + ": " + refused.reason();
    }

    /** For a sink that stops at refused records; empty for anything else, which should not speak of refusals. */
    String waysOut(String sink) {
        if (!sinks.containsKey(sink)) {
            return "";
        }
        return ". Nothing of it was committed. The job goes on there once the record is taken: mend what the reason says, or"
                + " filter such records out before the sink; or have sink '" + sink
                + "' pass over them or give them to a side output (skipRefusedRecords() or refusedRecordsTo(...) of the sinks to"
                + " Kafka, tables and files; onRefusedRecord() of one of your own)";
    }

    private static StaunchException fail(String message) {
        return new StaunchException(message, Remedy.FAIL_JOB);
    }
}

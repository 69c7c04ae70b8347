package io.staunch.runtime.job;

import io.staunch.error.RefusedException;
import io.staunch.protocol.follower.DroppedIntervals;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartDecision.CatchUp;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.recovery.Unledgered;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What followers lack of the checkpoint that a job goes on from. Changes nothing. */
final class CatchUps {
    private final CompleteCheckpoints checkpoints;
    private final Map<String, FollowerOutside> followers;

    /**
     * A follower is to commit what it lacks of checkpoints, oldest first; one that prepares also looks what is left over.
     *
     * @param dropped those of all its checkpoints that it passes over with consent
     */
    record One(FollowerOutside follower, List<Long> checkpoints, Set<Long> dropped) {}

    CatchUps(CompleteCheckpoints checkpoints, List<FollowerOutside> followers) {
        this.checkpoints = checkpoints;
        this.followers = followers.stream()
                .collect(Collectors.toMap(
                        FollowerOutside::resource, Function.identity(), (one, other) -> other, LinkedHashMap::new));
    }

    /**
     * Everything that is lacking, in the order in which it is written.
     *
     * @throws RefusedException if the store does not have all of it, or somebody consents to passing over what is not there
     * @throws io.staunch.error.ConfigurationException if it can't be read as the types of the present pipeline
     */
    List<One> of(StartFacts facts, StartDecision decision) {
        List<CatchUp> all = new ArrayList<>();
        if (decision instanceof StartDecision.Restore restore) {
            all.addAll(restore.catchUps());
        }
        KnownCheckpoint from = from(decision);
        if (from != null) {
            var withoutLedger = followers.values().stream()
                    .filter(follower -> !follower.hasLedger())
                    .map(FollowerOutside::resource)
                    .collect(Collectors.toSet());
            Unledgered unledgered = Unledgered.of(facts, from, withoutLedger);
            if (unledgered.refusal() != null) {
                throw new RefusedException(unledgered.refusal());
            }
            all.addAll(unledgered.catchUps());
        }
        Map<String, List<Long>> lacking = new LinkedHashMap<>();
        all.forEach(catchUp -> lacking.put(catchUp.resource(), catchUp.checkpoints()));
        followers.keySet().forEach(resource -> lacking.putIfAbsent(resource, List.of()));
        DroppedIntervals dropped = dropped(facts, lacking, from);
        List<One> each = new ArrayList<>();
        lacking.forEach((resource, ids) -> {
            FollowerOutside follower = follower(resource);
            ids.forEach(id -> follower.check(checkpoints.manifest(id)));
            follower.requireRemembered(ids.stream()
                    .filter(id -> !dropped.of(resource).contains(id))
                    .map(checkpoints::manifest)
                    .toList());
            follower.lots(ids).forEach(lot -> each.add(new One(follower, lot, dropped.of(resource))));
        });
        return each;
    }

    private DroppedIntervals dropped(
            StartFacts facts, Map<String, List<Long>> lacking, @Nullable KnownCheckpoint from) {
        Map<String, DroppedIntervals.Lacking> followed = new LinkedHashMap<>();
        lacking.forEach((resource, ids) -> followed.put(
                resource, new DroppedIntervals.Lacking(follower(resource).keepsCopy(), ids)));
        DroppedIntervals dropped = DroppedIntervals.of(facts.mayLeave(), followed, from == null ? -1 : from.id());
        if (!dropped.mistakes().isEmpty()) {
            throw new RefusedException("job '" + facts.job() + "': the settings consent to what can't be passed over: "
                    + String.join("; ", dropped.mistakes()) + ". Take that out of the settings. Nothing was written");
        }
        return dropped;
    }

    private FollowerOutside follower(String resource) {
        FollowerOutside follower = followers.get(resource);
        if (follower == null) {
            throw new IllegalStateException("there is no follower " + resource);
        }
        return follower;
    }

    private static @Nullable KnownCheckpoint from(StartDecision decision) {
        return switch (decision.kind()) {
            case RESTORE -> ((StartDecision.Restore) decision).checkpoint();
            case COMMIT_FIRST_ENTRY -> ((StartDecision.CommitFirstEntry) decision).checkpoint();
            case NEW_LINEAGE -> ((StartDecision.NewLineage) decision).from();
            case FIRST_START, STALE, REFUSE -> null;
        };
    }
}

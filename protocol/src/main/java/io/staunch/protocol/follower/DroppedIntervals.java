package io.staunch.protocol.follower;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Decides, at a start, which intervals of followers are passed over since somebody has consented to it by name. A consent is good for the one interval
 * that it names, and only where a start finds it lacking: one of a checkpoint that is not there yet is never passed over, and one of a sink that the pipeline
 * does not have is a mistake.
 *
 * @param dropped per resource, the checkpoints whose intervals are set aside and not written; each is lacking
 * @param mistakes what the consents say that can't be; if there is anything, the start is refused
 */
public record DroppedIntervals(Map<String, Set<Long>> dropped, List<String> mistakes) {
    private static final Pattern CONSENT = Pattern.compile("(.*), checkpoint ([0-9]{1,18})", Pattern.DOTALL);

    /**
     * What a follower lacks.
     *
     * @param keepsCopy whether its records are in checkpoints: what is nowhere else can't be set aside
     * @param checkpoints that it lacks, up to the one that the job goes on from
     */
    public record Lacking(boolean keepsCopy, Collection<Long> checkpoints) {}

    public DroppedIntervals {
        dropped = Map.copyOf(dropped);
        mistakes = List.copyOf(mistakes);
    }

    /** What to say to consent to passing over one interval. */
    public static String consent(String resource, long checkpoint) {
        return resource + ", checkpoint " + checkpoint;
    }

    /**
     * The decision.
     *
     * @param consents what may be dropped, of whatever kind; those that name no interval are left to others
     * @param lacking per resource, all followers of the pipeline
     * @param from the checkpoint that the job goes on from; -1 if it begins
     */
    public static DroppedIntervals of(Collection<String> consents, Map<String, Lacking> lacking, long from) {
        Map<String, Set<Long>> dropped = new TreeMap<>();
        List<String> mistakes = new ArrayList<>();
        for (String consent : new TreeSet<>(consents)) {
            Matcher named = CONSENT.matcher(consent);
            if (!named.matches()) {
                continue;
            }
            Lacking follower = lacking.get(named.group(1));
            long checkpoint = Long.parseLong(named.group(2));
            if (follower == null) {
                mistakes.add("drop(\"" + consent + "\"): the pipeline has no sink \"" + named.group(1)
                        + "\" that commits after checkpoints; "
                        + (lacking.isEmpty()
                                ? "it has none at all"
                                : "those that it has are " + quoted(lacking.keySet())));
            } else if (!follower.keepsCopy()) {
                mistakes.add("drop(\"" + consent
                        + "\"): this sink keeps no copy of its records, so none of its intervals can be set aside. A"
                        + " transaction that its outside has dropped is given up by its name, which the error of the"
                        + " start says");
            } else if (follower.checkpoints().contains(checkpoint)) {
                dropped.computeIfAbsent(named.group(1), resource -> new TreeSet<>())
                        .add(checkpoint);
            } else if (checkpoint > from) {
                mistakes.add("drop(\"" + consent + "\"): the job goes on from "
                        + (from < 0 ? "no checkpoint" : "checkpoint " + from)
                        + ", so that there is no such interval yet. A consent is for an interval that could not be"
                        + " written, as the error of the job names it");
            }
            // Else the sink has it already: it was passed over by an earlier start with the same settings, or written.
        }
        return new DroppedIntervals(dropped, mistakes);
    }

    private static String quoted(Collection<String> names) {
        return names.stream().sorted().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }

    /** Of one follower. */
    public Set<Long> of(String resource) {
        return dropped.getOrDefault(resource, Set.of());
    }
}

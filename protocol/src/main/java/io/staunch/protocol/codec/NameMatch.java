package io.staunch.protocol.codec;

import io.staunch.state.Formerly;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which present member of a record, enum or sealed interface stands for which written one: the one of its name, or else the one that was
 * {@link Formerly} named so.
 *
 * @param present for each written name, in order, the number of the present member; -1 if there is none
 * @param clashes in words: names for which there is more than one
 */
record NameMatch(List<Integer> present, List<String> clashes) {
    /** A present member. */
    record Named(String name, List<String> formerly) {
        static Named of(String name, AnnotatedElement member) {
            Formerly former = member.getAnnotation(Formerly.class);
            return new Named(name, former == null ? List.of() : List.of(former.value()));
        }

        static Named of(Enum<?> constant) {
            try {
                return of(constant.name(), constant.getDeclaringClass().getField(constant.name()));
            } catch (NoSuchFieldException e) {
                throw new AssertionError(e);
            }
        }

        boolean renamed() {
            return !formerly.isEmpty();
        }
    }

    /**
     * A former name counts if the present one was not written; if one may stand for several, also if nobody else has that name now.
     *
     * @param several whether one may stand for several
     */
    static NameMatch of(List<String> written, List<Named> members, boolean several) {
        List<Integer> present = new ArrayList<>();
        List<String> clashes = new ArrayList<>();
        int[] uses = new int[members.size()];
        List<String> names = members.stream().map(Named::name).toList();
        for (String name : written) {
            List<Integer> found = new ArrayList<>();
            for (int i = 0; i < members.size(); i++) {
                Named member = members.get(i);
                boolean counts = !written.contains(member.name()) || (several && !names.contains(name));
                if (member.name().equals(name) || (counts && member.formerly().contains(name))) {
                    found.add(i);
                    uses[i]++;
                }
            }
            present.add(found.isEmpty() ? -1 : found.get(0));
            if (found.size() > 1) {
                clashes.add(names(members, found) + " both may be what was '" + name + "'");
            }
        }
        for (int i = 0; i < uses.length; i++) {
            if (uses[i] > 1 && !several) {
                clashes.add("'" + members.get(i).name() + "' has more than one of its former names "
                        + members.get(i).formerly() + " in the checkpoint");
            }
        }
        return new NameMatch(present, clashes);
    }

    /**
     * A member that had the name that another one has now, and that one the name of a third, and so on back to the first; null if there is
     * none. Whether a checkpoint was written before or after they changed places can't be seen from it.
     */
    static @Nullable String circle(List<Named> members) {
        Map<String, Named> byName = new HashMap<>();
        members.forEach(member -> byName.put(member.name(), member));
        for (Named member : members) {
            Set<String> met = new HashSet<>();
            follow(member, byName, met);
            if (met.contains(member.name())) {
                return member.name();
            }
        }
        return null;
    }

    /** Adds the present names that a member, and those whose names it had, are said to have had. A name of its own says nothing. */
    private static void follow(Named member, Map<String, Named> byName, Set<String> met) {
        for (String former : member.formerly()) {
            Named there = byName.get(former);
            if (there != null && !there.equals(member) && met.add(former)) {
                follow(there, byName, met);
            }
        }
    }

    private static String names(List<Named> members, List<Integer> found) {
        return "'" + members.get(found.get(0)).name() + "' and '"
                + members.get(found.get(1)).name() + "'";
    }

    /** Numbers of present members that stand for nothing written. */
    List<Integer> added(int members) {
        boolean[] used = new boolean[members];
        present.stream().filter(i -> i >= 0).forEach(i -> used[i] = true);
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            if (!used[i]) {
                added.add(i);
            }
        }
        return added;
    }

    /** Whether a present member stands for several written ones. */
    boolean merges() {
        List<Integer> there = present.stream().filter(i -> i >= 0).toList();
        return there.size() > there.stream().distinct().count();
    }

    /** Whether those that are there are written in the order in which they are now. */
    boolean inOrder() {
        int[] there = present.stream().filter(i -> i >= 0).mapToInt(i -> i).toArray();
        int[] sorted = there.clone();
        Arrays.sort(sorted);
        return Arrays.equals(there, sorted);
    }
}

package io.staunch.protocol.recovery;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What a consent to a loss can be about. One that has done its work is about nothing any more: the checkpoints that came after it do not have what it names.
 * So a consent that is about nothing is no reason to refuse a start, but worth a word, since it may be mistyped.
 *
 * @param parts names of operators and sources, of the pipeline and of the checkpoint that it goes on from
 * @param resources of sinks, of both
 * @param prefixes with which the names of their prepared transactions begin
 */
public record Consents(Set<String> parts, Set<String> resources, Set<String> prefixes) {
    public Consents {
        parts = Set.copyOf(parts);
        resources = Set.copyOf(resources);
        prefixes = Set.copyOf(prefixes);
    }

    /** Those that name nothing, in order. */
    public List<String> aboutNothing(Collection<String> consents) {
        return consents.stream()
                .filter(each -> !isAboutSomething(each))
                .sorted()
                .toList();
    }

    private boolean isAboutSomething(String consent) {
        return parts.contains(consent)
                || parts.stream().anyMatch(part -> consent.startsWith(part + "."))
                || resources.contains(consent)
                || resources.stream().anyMatch(resource -> consent.startsWith(resource + ", checkpoint "))
                || prefixes.stream().anyMatch(consent::startsWith);
    }
}

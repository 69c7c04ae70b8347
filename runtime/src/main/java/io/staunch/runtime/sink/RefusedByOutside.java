package io.staunch.runtime.sink;

import java.util.List;

/** The outside has refused records, for reasons that lie in them. Says which, as far as the sink's agents know it. */
public final class RefusedByOutside extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * One of the records.
     *
     * @param sink name of the sink that it came to
     * @param origin of the record
     * @param reason why
     */
    public record Refused(String sink, long origin, String reason) {}

    private final transient List<Refused> refused;

    RefusedByOutside(List<Refused> refused) {
        super(refused.size() + " records were refused, the first at sink '"
                + refused.get(0).sink() + "': " + refused.get(0).reason());
        this.refused = List.copyOf(refused);
    }

    /** At least one. */
    public List<Refused> refused() {
        return refused;
    }
}

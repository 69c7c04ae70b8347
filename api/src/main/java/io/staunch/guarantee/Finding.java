package io.staunch.guarantee;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a look at an outside system has shown about one thing that the guarantee leans on and that no configuration of ours can make true.
 *
 * @param sight whether it holds, does not, or can't be seen
 * @param told what was seen, or why nothing was, in a few words
 * @param remedy what to do, or null if nothing need be done
 */
public record Finding(Sight sight, String told, @Nullable String remedy) {
    /** What came of a look. */
    public enum Sight {
        /** It was looked at, and it holds. */
        SEEN("seen"),
        /** It can't be looked at from here: whether it holds has to be known otherwise. */
        NOT_SEEN("not seen"),
        /** It was looked at, and it does not hold: the guarantee holds only as long as nothing happens that it would be needed for. */
        FAILED("failed");

        private final String text;

        Sight(String text) {
            this.text = text;
        }

        /** In words, for reports and JSON. */
        public String text() {
            return text;
        }
    }

    public Finding {
        Objects.requireNonNull(sight, "sight");
        Objects.requireNonNull(told, "told");
    }

    /** It holds. */
    public static Finding seen(String told) {
        return new Finding(Sight.SEEN, told, null);
    }

    /** Nobody can say it from here. */
    public static Finding notSeen(String why, @Nullable String remedy) {
        return new Finding(Sight.NOT_SEEN, why, remedy);
    }

    /** It does not hold. */
    public static Finding failed(String told, String remedy) {
        return new Finding(Sight.FAILED, told, remedy);
    }
}

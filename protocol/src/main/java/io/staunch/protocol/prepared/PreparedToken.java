package io.staunch.protocol.prepared;

import io.staunch.ledger.Owner;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a prepared transaction, chosen before it is prepared for the first time and never made anew: whoever asks again after a lost
 * answer asks for the same one, and the checkpoint holds the very name under which the outside knows the transaction. Checkpoint ids are
 * never used twice, so no two transactions share a name.
 *
 * @param owner the attempt that prepared it
 * @param task number of the sink's task
 * @param checkpoint for which it was prepared; if that fails, a later checkpoint takes it over under this name
 */
public record PreparedToken(Owner owner, int task, long checkpoint) {
    private static final int DIGITS = 16;
    private static final HexFormat HEX = HexFormat.of();
    private static final Pattern FORM =
            Pattern.compile("([0-9a-f]{32})_([0-9a-f]{32})_([0-9]{1,18})_([0-9]{1,9})_([0-9]{1,18})");

    public PreparedToken {
        if (task < 0 || checkpoint < 0) {
            throw new IllegalArgumentException(
                    "task and checkpoint must not be negative, were " + task + " and " + checkpoint);
        }
    }

    /** For the outside: lineage, attempt, epoch, task and checkpoint; letters, digits and underscores, at most 113 of them. */
    public String text() {
        return hex(owner.lineage()) + "_" + hex(owner.attempt()) + "_" + owner.epoch() + "_" + task + "_" + checkpoint;
    }

    /** The token of a text, or null if it is none: the outside may have transactions of others. */
    public static @Nullable PreparedToken parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || Long.parseLong(parts.group(3)) < 1) {
            return null;
        }
        Owner owner = new Owner(id(parts.group(2)), Long.parseLong(parts.group(3)), id(parts.group(1)));
        var token = new PreparedToken(owner, Integer.parseInt(parts.group(4)), Long.parseLong(parts.group(5)));
        return token.text().equals(text) ? token : null;
    }

    private static String hex(UUID id) {
        return HEX.toHexDigits(id.getMostSignificantBits()) + HEX.toHexDigits(id.getLeastSignificantBits());
    }

    private static UUID id(String hex) {
        return new UUID(
                HexFormat.fromHexDigitsToLong(hex, 0, DIGITS), HexFormat.fromHexDigitsToLong(hex, DIGITS, 2 * DIGITS));
    }
}

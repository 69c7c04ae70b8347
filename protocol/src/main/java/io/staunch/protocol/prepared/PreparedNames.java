package io.staunch.protocol.prepared;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Under which names the outside knows the prepared transactions of one sink. A token is unique in a sink only, and an outside may be that of many
 * jobs and sinks, so a name begins with a digest of both.
 *
 * @param prefix of all names: 16 hexadecimal digits and an underscore
 */
public record PreparedNames(String prefix) {
    private static final int DIGEST_BYTES = 8;

    /** Of a job's resource. */
    public static PreparedNames of(String job, String resource) {
        byte[] digest = sha256().digest((job.length() + ":" + job + resource).getBytes(StandardCharsets.UTF_8));
        return new PreparedNames(HexFormat.of().formatHex(digest, 0, DIGEST_BYTES) + "_");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The name of a token: letters, digits and underscores, at most 130 of them. */
    public String name(PreparedToken token) {
        return prefix + token.text();
    }

    /** The tokens of this sink among names, in the order of the names; the others are of somebody else. */
    public List<PreparedToken> tokens(Collection<String> names) {
        return names.stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> PreparedToken.parse(name.substring(prefix.length())))
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }
}

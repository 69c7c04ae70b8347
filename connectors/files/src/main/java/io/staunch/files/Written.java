package io.staunch.files;

import java.util.Objects;

/**
 * What a prepared transaction says of one hidden file.
 *
 * @param folder below the sink's folder, with {@code /} between names; empty for that folder itself
 * @param hidden its name until it is shown
 * @param shown its name from then on
 * @param length up to here, in bytes, its content is part of this transaction or of earlier ones
 * @param show whether it is whole, so that it is to be shown
 */
record Written(String folder, String hidden, String shown, long length, boolean show) {
    Written {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(hidden, "hidden");
        Objects.requireNonNull(shown, "shown");
    }

    /** The file, whatever is said of it. */
    String file() {
        return folder + "/" + hidden;
    }
}

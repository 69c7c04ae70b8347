package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import java.util.List;
import java.util.Map;

/**
 * Reads a name and says what stands for it now.
 *
 * @param present what there is, by the name that was written
 * @param written all names that may have been written
 */
record ByName<T>(Map<String, T> present, List<String> written, Place place) {
    T read(BytesIn in) {
        int from = in.offset();
        String name = in.readString();
        T found = present.get(name);
        if (found != null) {
            return found;
        }
        if (!written.contains(name)) {
            throw in.malformed(from, "one of " + written, "'" + name + "'");
        }
        throw place.met(name, "keep it, or name it in @Formerly of what stands for it now");
    }
}

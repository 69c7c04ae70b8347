package io.staunch.secret;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.SupplierFunction;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where the value of a setting comes from that nobody may see. The value is asked for each time a client is made,
 * handed over to the client, and kept nowhere else: it is no part of the pipeline's description, and {@link #toString}
 * names the place alone.
 */
public final class Secret implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final String SUPPLIER = "supplier";

    private final String place;
    private final SupplierFunction<String> value;

    private Secret(String place, SupplierFunction<String> value) {
        this.place = place;
        this.value = value;
    }

    /** An environment variable. */
    public static Secret env(String variable) {
        Objects.requireNonNull(variable, "variable");
        return new Secret("environment variable " + variable, () -> System.getenv(variable));
    }

    /** The text of a file in UTF-8, without the line break at its end. */
    public static Secret file(Path path) {
        String name = path.toString();
        return new Secret("file " + name, () -> read(name));
    }

    /** Whatever a function gives, for example from a vault. It is called on a thread that may block. */
    public static Secret of(SupplierFunction<String> supplier) {
        Objects.requireNonNull(supplier, "supplier");
        return new Secret(SUPPLIER, supplier);
    }

    private static String read(String name) {
        try {
            return Files.readString(Path.of(name)).replaceFirst("\\R\\z", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value of the setting with this name, now. For connectors; may block. */
    public String resolve(String setting) {
        String found;
        try {
            found = value.make();
        } catch (RuntimeException e) {
            // No cause: what a supplier says may hold what it was to hide.
            throw unavailable(setting, e.getClass().getSimpleName());
        }
        if (found == null || found.isEmpty()) {
            throw unavailable(setting, "it is not set or empty");
        }
        return found;
    }

    private StaunchException unavailable(String setting, String why) {
        return new StaunchException(
                "the secret setting '" + setting + "' can't be had from its " + place + ": " + why, Remedy.FAIL_JOB);
    }

    /** Two are the same if they name the same place. Of suppliers nobody can tell. */
    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Secret that && place.equals(that.place) && !place.equals(SUPPLIER));
    }

    @Override
    public int hashCode() {
        return place.hashCode();
    }

    @Override
    public String toString() {
        return place;
    }
}

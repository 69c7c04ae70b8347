package io.staunch.verification;

import java.nio.file.Path;

/** Where the project lies, for tests that read its documents. */
public final class Checkout {
    private Checkout() {}

    /** The folder of the whole project. */
    public static Path folder() {
        return Module.checkout();
    }
}

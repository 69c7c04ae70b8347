package io.staunch.cli;

import io.staunch.Staunch;
import picocli.CommandLine.IVersionProvider;

/** The version of the jar, where there is one. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Staunch.class.getPackage().getImplementationVersion();
        return new String[] {"staunch " + (version == null ? "of a source checkout" : version)};
    }
}

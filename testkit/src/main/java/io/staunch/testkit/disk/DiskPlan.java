package io.staunch.testkit.disk;

/** Decides what goes wrong, call by call. May also act in between, for example let another process use the disk. */
@FunctionalInterface
public interface DiskPlan {
    /** Nothing goes wrong. */
    DiskPlan NOTHING = call -> DiskFault.NONE;

    /** Called before each call takes effect, on the caller's thread. */
    DiskFault before(DiskCall call);
}

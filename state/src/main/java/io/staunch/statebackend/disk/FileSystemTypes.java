package io.staunch.statebackend.disk;

import io.staunch.environment.DiskPlace.Keeping;
import java.util.Locale;
import java.util.Set;

/** What is known of types of file systems, as mount tables name them. */
final class FileSystemTypes {
    private static final Set<String> JOURNALED = Set.of(
            "apfs",
            "bcachefs",
            "btrfs",
            "ext3",
            "ext4",
            "f2fs",
            "jfs",
            "nilfs2",
            "ntfs",
            "ntfs3",
            "refs",
            "reiserfs",
            "xfs",
            "zfs");

    private static final Set<String> NO_JOURNAL =
            Set.of("ext2", "exfat", "fat", "fat16", "fat32", "minix", "msdos", "udf", "vfat");

    private static final Set<String> MEMORY = Set.of("ramfs", "rootfs", "tmpfs");

    private static final Set<String> LAYER = Set.of("aufs", "fuse.fuse-overlayfs", "overlay", "overlayfs");

    /** Whose listings and lengths may be stale, or whose locks don't exclude. */
    private static final Set<String> NETWORK = Set.of(
            "9p",
            "afpfs",
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "davfs",
            "gfs",
            "gfs2",
            "glusterfs",
            "gpfs",
            "lustre",
            "ncpfs",
            "nfs",
            "nfs3",
            "nfs4",
            "ocfs2",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "webdav");

    private static final String FUSE = "fuse.";

    /** Network file systems in user space are mounted as {@code fuse.<name>}. */
    private static final Set<String> IN_USER_SPACE = Set.of(
            "blobfuse",
            "blobfuse2",
            "ceph",
            "cephfs",
            "davfs",
            "gcsfuse",
            "glusterfs",
            "goofys",
            "gvfsd-fuse",
            "juicefs",
            "mount-s3",
            "rclone",
            "s3fs",
            "seaweedfs",
            "smbnetfs",
            "sshfs");

    private FileSystemTypes() {}

    static Keeping keeping(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        if (JOURNALED.contains(name)) {
            return Keeping.JOURNALED;
        }
        if (NO_JOURNAL.contains(name)) {
            return Keeping.NO_JOURNAL;
        }
        if (MEMORY.contains(name)) {
            return Keeping.MEMORY;
        }
        if (LAYER.contains(name)) {
            return Keeping.LAYER;
        }
        return network(name) ? Keeping.NETWORK : Keeping.UNKNOWN;
    }

    private static boolean network(String name) {
        return NETWORK.contains(name)
                || (name.startsWith(FUSE) && IN_USER_SPACE.contains(name.substring(FUSE.length())));
    }
}

package io.staunch.statebackend.disk;

import java.util.Locale;
import java.util.Set;

/** The types of file systems, as mount tables name them, whose listings and lengths may be stale or whose locks don't exclude. */
final class NetworkFileSystems {
    private static final Set<String> TYPES = Set.of(
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

    private NetworkFileSystems() {}

    static boolean includes(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return TYPES.contains(name)
                || (name.startsWith("fuse.") && IN_USER_SPACE.contains(name.substring("fuse.".length())));
    }
}

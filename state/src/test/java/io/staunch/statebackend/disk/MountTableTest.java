package io.staunch.statebackend.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MountTableTest {
    private static final MountTable MOUNTS = new MountTable("""
            rootfs / rootfs rw 0 0
            /dev/sda1 / ext4 rw,relatime 0 0
            systemd-1 /mnt/nas autofs rw,relatime,fd=50,direct 0 0
            /dev/sdb1 /data xfs rw,relatime 0 0
            nas:/export /mnt/nas nfs4 rw,relatime,vers=4.2 0 0
            tmpfs /data tmpfs rw 0 0
            /dev/sdc1 /with\\040a\\134space xfs rw 0 0
            """);

    @Test
    void ofSeveralAtOnePlaceTheLastOneIsSeen() {
        assertThat(MOUNTS.typeAt("/", "rootfs")).isEqualTo("ext4");
        assertThat(MOUNTS.typeAt("/mnt/nas", "autofs")).isEqualTo("nfs4");
        assertThat(MOUNTS.typeAt("/data", "xfs")).isEqualTo("tmpfs");
        assertThat(MOUNTS.typeAt("/with a\\space", "ext4")).isEqualTo("xfs");
        assertThat(MOUNTS.typeAt("/elsewhere", "btrfs")).isEqualTo("btrfs");
    }
}

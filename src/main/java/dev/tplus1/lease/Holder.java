package dev.tplus1.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Who holds, or asks for, a lease.
 *
 * @param host its name, for people
 * @param pid its process id
 * @param place what tells apart all places in which that process id could mean another process: the
 *     running kernel's boot id, the namespace of process ids, and the user. Empty where that cannot
 *     be told.
 */
record Holder(String host, long pid, String place) {
    private static final int MAX_TEXT = 255;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");

    static Holder ofThisProcess() {
        return new Holder(bounded(hostName()), ProcessHandle.current().pid(), bounded(here()));
    }

    /**
     * Whether that holder is known to be dead, so that nobody needs to wait for its lease to run
     * out. A process id says nothing in another place: containers share host names, and each counts
     * its processes from 1. So it is looked up only where the same kernel, since the same boot,
     * shows the same ids to the same user; anywhere else a dead holder is waited for.
     */
    boolean knownDead(Holder asking) {
        return !place.isEmpty()
                && place.equals(asking.place)
                && pid != asking.pid
                && ProcessHandle.of(pid).isEmpty();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown host";
        }
    }

    private static String here() {
        try {
            return Files.readString(BOOT_ID).strip()
                    + " "
                    + Files.readSymbolicLink(PID_NAMESPACE)
                    + " "
                    + System.getProperty("user.name", "");
        } catch (IOException | UnsupportedOperationException _) {
            return "";
        }
    }

    private static String bounded(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }
}

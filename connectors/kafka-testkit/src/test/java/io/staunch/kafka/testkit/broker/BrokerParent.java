package io.staunch.kafka.testkit.broker;

import java.io.IOException;

/** A JVM to be ended: starts a broker, pauses it if so told, prints its folder, and waits for the end of its input. */
final class BrokerParent {
    private BrokerParent() {}

    public static void main(String[] arguments) throws IOException {
        KafkaBroker broker = KafkaBroker.start();
        if (Boolean.parseBoolean(arguments[0])) {
            broker.pause();
        }
        System.out.println(broker.folder());
        System.in.read();
    }
}

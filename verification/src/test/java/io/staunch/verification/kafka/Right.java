package io.staunch.verification.kafka;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.verification.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One access right that {@code docs/kafka.md} tells a user to grant: the documentation itself is what is tested.
 *
 * @param operation as the documentation writes it, for example {@code Write}
 * @param resource on what
 */
record Right(String operation, ResourcePattern resource) {
    private static final Path DOCUMENT = Path.of("docs", "kafka.md");
    private static final Pattern OPTION = Pattern.compile("--(\\S+) ([^-\\s]\\S*)");

    /** All rights of the document, for the job {@code airport-delays} that reads {@code flights} and writes {@code totals}. */
    static List<Right> documented() throws IOException {
        String text = Files.readString(Checkout.folder().resolve(DOCUMENT));
        String section = text.substring(text.indexOf("\n## Rights")).replaceAll("\\\\\n", " ");
        List<Right> rights = new ArrayList<>();
        section.lines()
                .filter(line -> line.startsWith("    kafka-acls.sh --add"))
                .forEach(line -> rights.addAll(ofCommand(line)));
        return rights;
    }

    private static List<Right> ofCommand(String command) {
        List<String> operations = new ArrayList<>();
        ResourceType type = ResourceType.UNKNOWN;
        String name = "";
        PatternType pattern = PatternType.LITERAL;
        Matcher option = OPTION.matcher(command);
        while (option.find()) {
            String value = option.group(2);
            switch (option.group(1)) {
                case "operation" -> operations.add(value);
                case "topic", "transactional-id" -> {
                    type = ResourceType.fromString(option.group(1).replace('-', '_'));
                    name = value;
                }
                case "resource-pattern-type" -> pattern = PatternType.fromString(value.toUpperCase(Locale.ROOT));
                case "allow-principal" -> {}
                default -> throw new IllegalStateException(DOCUMENT + " has an option --" + option.group(1));
            }
        }
        var resource = new ResourcePattern(type, name, pattern);
        return operations.stream()
                .map(operation -> new Right(operation, resource))
                .toList();
    }

    /** The same for a job of another name, which reads {@code <name>-in} and writes {@code <name>-out}. */
    Right of(String job) {
        String name = resource.name()
                .replace("airport-delays", job)
                .replaceAll("^flights$", job + "-in")
                .replaceAll("^totals$", job + "-out");
        return new Right(operation, new ResourcePattern(resource.resourceType(), name, resource.patternType()));
    }

    List<AclBinding> grant(KafkaBroker broker, String user) {
        AclOperation allowed = AclOperation.fromString(
                operation.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
        return broker.allow(user, resource, allowed);
    }

    /** The option of {@code kafka-acls.sh} for the kind of resource. */
    String option() {
        return resource.resourceType().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return operation + " on " + option() + " " + resource.name();
    }
}

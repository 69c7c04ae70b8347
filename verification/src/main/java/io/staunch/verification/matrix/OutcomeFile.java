package io.staunch.verification.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file of outcomes, a JSON object on each line: written as they come, so that a campaign that was interrupted goes on where it was. Used
 * by one thread.
 */
final class OutcomeFile {
    private final JsonMapper json = new JsonMapper();
    private final @Nullable Path file;
    private final List<Line> earlier = new ArrayList<>();

    /** Which case, and how it has ended. */
    record Line(
            String sink,
            String fault,
            String place,
            boolean survived,
            Tally.Figures figures,
            int startedAnew,
            String wrong,
            String notRun) {
        static Line of(Outcome outcome) {
            return new Line(
                    outcome.of().subject().option(),
                    outcome.of().fault().option(),
                    outcome.of().place(),
                    outcome.survived(),
                    outcome.figures(),
                    outcome.startedAnew(),
                    outcome.wrong(),
                    outcome.notRun());
        }

        boolean isOf(Case wanted) {
            return sink.equals(wanted.subject().option())
                    && fault.equals(wanted.fault().option())
                    && place.equals(wanted.place());
        }

        Outcome outcome(Case of) {
            return new Outcome(of, figures, startedAnew, wrong, notRun);
        }
    }

    /** @param file which may exist, with outcomes of an earlier run; null for none */
    OutcomeFile(@Nullable Path file) throws IOException {
        this.file = file;
        if (file != null && Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                earlier.add(json.readValue(line, Line.class));
            }
        }
    }

    /** The outcome that an earlier run has of a case, once for each time that it was run. */
    Optional<Outcome> takeEarlier(Case of) {
        Optional<Line> found = earlier.stream().filter(line -> line.isOf(of)).findFirst();
        found.ifPresent(earlier::remove);
        return found.map(line -> line.outcome(of));
    }

    void add(Outcome outcome) throws IOException {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(
                    file,
                    json.writeValueAsString(Line.of(outcome)) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an outcome has no form in JSON", e);
        }
    }
}

package io.staunch.verification.bench.engine;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.files.FileSink;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.NumberedRow;
import io.staunch.verification.bench.run.RunOptions;
import java.nio.file.Path;

/** A topic into files with Staunch. */
public final class FilesJob implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Jobs.words(options) + "; FileSink.jsonLines, a file each checkpoint";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        FileSink<NumberedRow> sink = FileSink.jsonLines(Path.of(options.text("files")), NumberedRow.class);
        Pipeline pipeline = Pipeline.named("topic-to-files").guarantee(EXACTLY_ONCE);
        NumberedRows.from(pipeline, options)
                .to("events", options.text("compression").equals("zstd") ? sink.zstd() : sink);
        Jobs.run(pipeline, Jobs.settings(options));
    }
}

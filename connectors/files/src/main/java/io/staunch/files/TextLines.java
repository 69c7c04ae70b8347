package io.staunch.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text in UTF-8 on each line. */
record TextLines() implements FileFormat<String> {
    @Override
    public String words() {
        return "lines";
    }

    @Override
    public Framing framing() {
        return new LineFraming();
    }

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public Reader<String> open() {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        return new Reader<>() {
            @Override
            public void begin(byte @Nullable [] header) {
                // All files are alike.
            }

            @Override
            public String read(byte[] bytes, int from, int length) throws CharacterCodingException {
                return decoder.decode(ByteBuffer.wrap(bytes, from, length)).toString();
            }
        };
    }
}

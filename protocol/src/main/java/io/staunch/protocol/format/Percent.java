package io.staunch.protocol.format;

import io.staunch.protocol.bytes.BytesOut;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Text without spaces and control chars. */
final class Percent {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Percent() {}

    static String encode(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 127 && b != '%') {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    /** @throws IllegalArgumentException if a percent sign is not followed by two hexadecimal digits */
    static String decode(String text) {
        var decoded = new BytesOut();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                decoded.writeByte(c);
            } else if (i + 2 < text.length()) {
                decoded.writeByte(HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 2;
            } else {
                throw new IllegalArgumentException("a percent sign stands alone at its end");
            }
        }
        return new String(decoded.toBytes(), StandardCharsets.UTF_8);
    }
}

package io.staunch.protocol.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Strings as bytes. */
final class Utf8 {
    /** Up to this many chars a loop is faster than the library's encoder. */
    static final int SHORT = 64;

    private Utf8() {}

    /** Writes a string of ASCII chars and returns where it ends, or returns -1 if it has others. */
    static int ascii(String value, byte[] to, int at) {
        int length = value.length();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                return -1;
            }
            to[at + i] = (byte) c;
        }
        return at + length;
    }

    /** UTF-8, or null if the string has a surrogate without its other half. */
    static byte @Nullable [] encode(String value) {
        return wellFormed(value) ? value.getBytes(StandardCharsets.UTF_8) : null;
    }

    /** The chars, two bytes each, little-endian. */
    static byte[] chars(String value) {
        byte[] bytes = new byte[value.length() * 2];
        for (int i = 0; i < value.length(); i++) {
            bytes[2 * i] = (byte) value.charAt(i);
            bytes[2 * i + 1] = (byte) (value.charAt(i) >> 8);
        }
        return bytes;
    }

    static String decodeChars(byte[] bytes, int from, int length) {
        char[] chars = new char[length / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) ((bytes[from + 2 * i] & 0xff) | (bytes[from + 2 * i + 1] & 0xff) << 8);
        }
        return new String(chars);
    }

    /** The string, or null if the bytes are no UTF-8. */
    static @Nullable String decode(byte[] bytes, int from, int length) {
        String value = new String(bytes, from, length, StandardCharsets.UTF_8);
        // The library puts this char where the bytes are malformed; it may also have been in the string.
        return value.indexOf('\uFFFD') < 0 ? value : decodeStrictly(bytes, from, length);
    }

    private static @Nullable String decodeStrictly(byte[] bytes, int from, int length) {
        try {
            CharBuffer chars = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            return chars.toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static boolean wellFormed(String value) {
        int length = value.length();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair =
                        Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(value.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}

package io.staunch.kafka;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** What of a secret must not be seen: the whole, and each of its words, since messages may quote a part of it. */
final class SecretWords {
    private static final int SHORTEST = 4;

    private SecretWords() {}

    static Set<String> of(String secret) {
        Set<String> words = new HashSet<>(Arrays.asList(secret.split("[\\s=\"';]+")));
        words.add(secret);
        words.removeIf(word -> word.length() < SHORTEST || word.equals("required") || word.contains(".security."));
        return words;
    }
}

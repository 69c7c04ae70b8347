package io.staunch.examples.logins;

import java.time.Instant;

/** A user has logged in, in a region of the world. */
public record Login(String user, String region, Instant at) {}

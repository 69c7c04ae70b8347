/**
 * {@code staunch demo}: the main example against a real Kafka broker, killed again and again, and judged record by record. Begin with
 * {@link io.staunch.cli.demo.Demo}.
 */
@NullMarked
package io.staunch.cli.demo;

import org.jspecify.annotations.NullMarked;

/** Followers: what a sink with a write-ahead copy commits when, and who may write into it. Facts in, decision out. */
@NullMarked
package io.staunch.protocol.follower;

import org.jspecify.annotations.NullMarked;

/** The data path in parts, measured by JMH. */
package io.staunch.verification.bench.micro;

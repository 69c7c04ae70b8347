/** From measurements to ratios, verdicts and reports. Nothing here runs anything. */
package io.staunch.verification.bench.report;

package io.staunch.verification.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results for machines: every run, every ratio, every verdict. Values are in base units: records, bytes; milliseconds and seconds as named. */
public final class JsonReport {
    private JsonReport() {}

    public static String of(Results results) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("about", results.about());
        all.put("configurations", results.configurations());
        all.put("runs", results.runs().stream().map(JsonReport::run).toList());
        all.put("targets", targets(results));
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the results can't be written as JSON", e);
        }
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("workload", run.workload());
        one.put("setting", run.setting());
        one.put("contender", run.contender());
        one.put("round", run.round());
        one.put("output", run.output());
        for (Metric metric : Metric.values()) {
            Double value = run.values().get(metric);
            if (value != null) {
                one.put(metric.name().toLowerCase(java.util.Locale.ROOT), value);
            }
        }
        return one;
    }

    private static List<Map<String, Object>> targets(Results results) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Target target : Target.ALL) {
            results.measured(target).ifPresent(spread -> {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("workload", target.workload());
                one.put("target", target.words());
                one.put("min", spread.min());
                one.put("median", spread.median());
                one.put("max", spread.max());
                one.put("pairs", spread.count());
                one.put("verdict", results.verdict(target, spread));
                all.add(one);
            });
        }
        return all;
    }
}

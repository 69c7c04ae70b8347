package io.staunch.cli.explain;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.guarantee.LiveReport;

/** A report for programs. */
final class ReportJson {
    private ReportJson() {}

    static String of(LiveReport live) {
        GuaranteeReport report = live.guarantee();
        ObjectNode json = JsonMapper.builder().build().createObjectNode();
        json.put("pipeline", report.pipeline());
        json.put("asked", report.asked().text());
        json.put("level", report.level().text());
        json.put("reached", report.reached());
        json.put("holds", live.holds());
        json.put("weakest", report.weakest().name());
        var components = json.putArray("components");
        for (GuaranteeReport.Component component : report.components()) {
            ObjectNode one = components.addObject();
            one.put("kind", component.kind());
            one.put("name", component.name());
            one.put("level", component.offer().level().text());
            one.put("reason", component.offer().reason());
            one.put("remedy", component.offer().remedy());
            var findings = one.putArray("findings");
            for (Finding finding : live.of(component)) {
                ObjectNode found = findings.addObject();
                found.put("sight", finding.sight().text());
                found.put("told", finding.told());
                found.put("remedy", finding.remedy());
            }
        }
        return json.toString();
    }
}

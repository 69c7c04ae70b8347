package io.staunch.cli.explain;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.guarantee.LiveReport;
import java.util.List;

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
            add(one.putArray("findings"), live.of(component));
        }
        var besides = json.putArray("besides");
        live.besides().forEach((label, findings) -> {
            ObjectNode one = besides.addObject();
            one.put("label", label);
            add(one.putArray("findings"), findings);
        });
        return json.toString();
    }

    private static void add(ArrayNode to, List<Finding> findings) {
        for (Finding finding : findings) {
            ObjectNode found = to.addObject();
            found.put("sight", finding.sight().text());
            found.put("told", finding.told());
            found.put("remedy", finding.remedy());
        }
    }
}

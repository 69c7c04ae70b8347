package io.staunch.kafka;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;

/** What may be told of an error that came from a record's bytes: its kind and place. Its text often quotes the record. */
final class BadRecords {
    private BadRecords() {}

    static String reason(Exception e) {
        if (e instanceof InvalidDefinitionException definition) {
            return "its class is not fit for JSON: " + definition.getOriginalMessage();
        }
        if (e instanceof JsonProcessingException json) {
            JsonLocation at = json.getLocation();
            String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            return "it is no JSON of the wanted class (" + e.getClass().getSimpleName() + where + ")";
        }
        return e.getClass().getName() + " (its text is left out, since it may quote the record)";
    }
}

package io.staunch.kafka;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * What may be told of an error that came from a record's bytes: its kind and place. Its text often quotes the record.
 */
final class BadRecords {
    private BadRecords() {}

    /**
     * Whether the error is not the record's: no record of that class can be read, whatever is in it. To pass over such would be to pass over
     * all.
     */
    static boolean isOfClass(Exception e) {
        return e instanceof InvalidDefinitionException;
    }

    /** Whether the same record may be read later: the deserialiser had to ask somebody who did not answer. */
    static boolean mayPass(Exception e) {
        return e instanceof RetriableException;
    }

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

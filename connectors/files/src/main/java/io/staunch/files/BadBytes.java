package io.staunch.files;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import java.nio.charset.CharacterCodingException;

/** What may be told of an error that came from a record's bytes: its kind and place. Its text often quotes the record. */
final class BadBytes {
    private BadBytes() {}

    /** Whether the error is not the record's: no record of that class can be read. To pass over such would be to pass over all. */
    static boolean isOfClass(Exception e) {
        return e instanceof InvalidDefinitionException;
    }

    static String reason(Exception e) {
        if (e instanceof InvalidDefinitionException definition) {
            return "its class is not fit for the format: " + definition.getOriginalMessage();
        }
        if (e instanceof JsonProcessingException json) {
            JsonLocation at = json.getLocation();
            String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            return "it is not what the wanted class needs (" + e.getClass().getSimpleName() + where + ")";
        }
        if (e instanceof CharacterCodingException) {
            return "it is no UTF-8";
        }
        return e.getClass().getName() + " (its text is left out, since it may quote the record)";
    }
}

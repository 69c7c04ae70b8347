package io.staunch.files;

import org.jspecify.annotations.Nullable;

/**
 * Whole records of one file, in order.
 *
 * @param file number of the file among those of its reader
 * @param header the file's first record, if its format has one: the same array for all pieces of a file
 * @param offset in the file's content at which the bytes begin
 * @param ends for each record the index behind its last byte, line end included
 * @param records how many there are
 * @param tooLong whether this stands for one record that is too long to be kept; it has no bytes
 * @param next the offset behind the last record
 * @param head of the file, as known now
 * @param last whether the file is read to its end with this
 */
record Piece(
        int file,
        byte @Nullable [] header,
        long offset,
        byte[] bytes,
        int[] ends,
        int records,
        boolean tooLong,
        long next,
        Head head,
        boolean last) {}

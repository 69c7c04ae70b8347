package io.staunch.files;

/** No record of a file can be read, whatever is in them: its header does not fit the class, say, or the class does not fit the format. */
final class FileRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FileRefusedException(String reason) {
        super(reason);
    }
}

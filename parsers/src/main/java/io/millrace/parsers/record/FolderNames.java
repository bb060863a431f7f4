package io.millrace.parsers.record;

import java.util.List;

/** The element names of a folder, for error messages. */
public interface FolderNames {

    /**
     * Returns the names of the elements that the folder can have; empty if all names are allowed.
     */
    List<String> elementNames();
}

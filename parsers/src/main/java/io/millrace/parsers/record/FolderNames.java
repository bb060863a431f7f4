package io.millrace.parsers.record;

import java.util.List;

/** The layout of a folder, as far as error messages need it. */
public interface FolderNames {

    /**
     * Returns the names of the elements that the folder can have; empty if all names are allowed.
     */
    List<String> elementNames();
}

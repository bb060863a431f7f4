package io.millrace.parsers.mrm.cwf;

/**
 * A compiled message.
 *
 * @param root what lies in it
 * @param references how many of its fields hold lengths or numbers of others
 */
record CwfLayout(Layout root, int references) {}

package io.millrace.flows.archive;

/**
 * The description of an archive in a repository.
 *
 * @param sha256 checksum of the archive in 64 hexadecimal digits in lower case
 * @param kind {@code application} or {@code library}
 * @param name name of the application or library
 * @param version version of the application or library
 * @param published time of the publication, in the form of ISO 8601, in UTC
 * @param publisher user who published the archive
 */
public record PublishedArchive(
        String sha256,
        String kind,
        String name,
        String version,
        String published,
        String publisher) {}

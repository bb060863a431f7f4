/** The rules of the architecture as tests. Begin with {@code ArchitectureTest}. */
package io.millrace.architecture;

/**
 * What the processes of the system tests need: input is the class path of the tests, output the
 * classes that each process loads. Begin with {@link io.millrace.processes.ServerTraining}.
 */
package io.millrace.processes;

/**
 * The aspects of units of work that concern other processes: their limits for clients, requests
 * about open and unresolved units, and the decisions of coordinated units ({@link
 * io.millrace.store.artemis.units.UnitDecisions}), which package {@code session} writes.
 */
package io.millrace.store.artemis.units;

/**
 * The named resources of applications and brokers: endpoints, credentials, certificates.
 *
 * <p>Settings refer to a resource by its name. A {@link io.millrace.engine.resource.Secret} comes
 * from the environment or a file and is never printed. Time-outs and a {@link
 * io.millrace.engine.resource.Retry} are properties of the resource. Data sources, which use
 * credentials, are in the next package, {@code database}. Start reading at {@link
 * io.millrace.engine.resource.Endpoint}.
 */
@NullMarked
package io.millrace.engine.resource;

import org.jspecify.annotations.NullMarked;

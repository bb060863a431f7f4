/**
 * The applications that are deployed on a server.
 *
 * <p>Input: archives of applications and commands of administrators. Output: running flows, and
 * files in the folder {@code server} of the home, from which the server restores them. Begin with
 * {@link io.millrace.server.deploy.Deployments}. An archive is checked by {@code ArchiveReader};
 * {@code DeploymentLog} keeps the revisions of all applications; {@code SharedRepository} contains
 * archives that several servers deploy.
 */
package io.millrace.server.deploy;

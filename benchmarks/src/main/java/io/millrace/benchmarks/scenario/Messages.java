package io.millrace.benchmarks.scenario;

/** The messages of a piece of work: what goes in, and what must come out. */
interface Messages {

    /**
     * The request.
     *
     * @param bytes of user data, without headers
     */
    Request request(int bytes);

    /**
     * Looks at a reply.
     *
     * @param bytes of the request's user data
     * @param reply what stands behind the MQMD
     * @throws IllegalStateException where it is not what the work makes of the request
     */
    void check(int bytes, byte[] reply);
}

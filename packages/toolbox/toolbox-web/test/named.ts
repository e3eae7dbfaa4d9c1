import { NamedHosts } from "../src/client/NamedHosts.ts"
import { WebClient } from "../src/client/WebClient.ts"

/**
 * Returns a client that reaches this machine by address and by every name ending in `.test`; other names do not
 * resolve.
 */
export const createLocalClient = (...more: ReadonlyArray<string>): WebClient =>
  new WebClient(new NamedHosts(["127.0.0.1", "**.test", ...more]), (_, __, done) =>
    done(null, [{ address: "127.0.0.1", family: 4 }])
  )

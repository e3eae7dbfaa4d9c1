import { NamedHosts } from "../src/client/NamedHosts.ts"
import { WebClient } from "../src/client/WebClient.ts"

/** A client that reaches this machine by its address, and every name ending in `.test` there; other names are public to nobody. */
export const localClient = (...more: ReadonlyArray<string>): WebClient =>
  new WebClient(new NamedHosts(["127.0.0.1", "**.test", ...more]), (_, __, done) =>
    done(null, [{ address: "127.0.0.1", family: 4 }])
  )

import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { HttpAuthorization, McpServerEntry, McpServers, SignIns } from "../../src/index.ts"
import { signIn } from "../../src/sign-in.ts"
import { browse } from "../browse.ts"

/** The facts that a scenario gives to a client. */
export interface ClientFacts {
  readonly client_id?: string
  readonly client_secret?: string
  readonly private_key_pem?: string
  readonly issuer?: string
}

/** Returns the `auth` setting for a scenario. */
export const getAuth = async (scenario: string, url: string, facts: ClientFacts): Promise<HttpAuthorization> => {
  // The metadata document of the suite's own client. A gate would have to publish such a document.
  if (scenario === "auth/basic-cimd") return { clientId: "https://conformance-test.local/client-metadata.json" }
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = facts
  if (clientId === undefined) return {}
  return {
    clientId,
    issuer: facts.issuer ?? (await issuerOf(url)),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(scenario.startsWith("auth/client-credentials") ? { grant: "client_credentials" } : {})
  }
}

/** Returns the authorization server that a server's documentation would name. */
const issuerOf = async (url: string): Promise<string> => {
  const { origin, pathname } = new URL(url)
  const described = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`)
  const { authorization_servers: servers } = (await described.json()) as {
    readonly authorization_servers: Array<string>
  }
  return servers[0] ?? ""
}

export const signInsIn = (folder: string): SignIns => ({
  folder: join(folder, "sign-ins"),
  command: (_, scopes) => ["login", ...scopes].join(" ")
})

/** Simulates a person who signs in when the gate says so, a few times at most. */
export const createPerson = (entry: McpServerEntry, { folder }: SignIns) => {
  let times = 0
  return {
    /** Follows the instruction in a message. Returns whether there was one. */
    obeys: async (message: string): Promise<boolean> => {
      const [, scopes] = /Run "login(.*)"/.exec(message) ?? []
      if (scopes === undefined || ++times > mostTimes) return false
      const signal = new AbortController().signal
      const show = (page: URL) => void browse(page)
      const asked = scopes.split(" ").filter((scope) => scope !== "")
      await signIn({ entry, folder, version: "1.0.0", scopes: asked, show, signal })
      return true
    }
  }
}

const mostTimes = 3

/** Waits until the server is connected, and signs in on demand. Rejects if the server cannot be connected. */
export const waitForConnection = async (
  servers: McpServers["Service"],
  { obeys }: ReturnType<typeof createPerson>
): Promise<void> => {
  for (let tried = ""; ; ) {
    const [found] = await Effect.runPromise(servers.status)
    if (found?.state === "connected") return
    if (found?.state === "failed") throw new Error(found.why)
    if (found?.state === "needs sign-in" && found.why !== tried) {
      tried = found.why ?? ""
      if (!(await obeys(tried))) throw new Error(tried)
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

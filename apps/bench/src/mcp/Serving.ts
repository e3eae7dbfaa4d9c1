import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

/** An HTTP server, and the token of its clients. */
export interface Serving {
  readonly url: string
  readonly token: string
  readonly close: () => Promise<void>
}

/** Connects an SDK client, in the newest revision that the server supports. */
export const connectClient = async ({ url, token }: Serving): Promise<Client> => {
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

import type { McpSdk } from "../upstream/Connection.ts"
import { createBoundedFetch } from "../upstream/createBoundedFetch.ts"
import { toServerFault } from "../upstream/toServerFault.ts"
import type { Challenge } from "./AccessTokens.ts"

/** Requests a server's tools without a token, and returns its challenge; `undefined` if the server answers. */
export const requestChallenge = async (
  sdk: McpSdk,
  url: URL,
  headers: Readonly<Record<string, string>>,
  version: string
): Promise<Challenge | undefined> => {
  let challenge: Challenge | undefined
  const bounded = createBoundedFetch(mostBytes, () => {})
  const watched: typeof fetch = async (...request) => {
    const response = await bounded(...request)
    if (response.status === 401) challenge = sdk.extractWWWAuthenticateParams(response)
    return response
  }
  const client = new sdk.Client(
    { name: "toolgate", version },
    { versionNegotiation: { mode: "auto", probe: { timeoutMs } } }
  )
  client.onerror = () => {}
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...headers } },
    fetch: watched,
    redirectPolicy: "same-origin"
  })
  try {
    await client.connect(transport, { timeout: timeoutMs })
    await client.listTools(undefined, { timeout: timeoutMs }).catch(() => {})
  } catch (cause) {
    if (challenge === undefined) throw toServerFault(sdk, cause)
  } finally {
    await client.close().catch(() => {})
  }
  return challenge
}

const mostBytes = 24 * 1024 * 1024
const timeoutMs = 15_000

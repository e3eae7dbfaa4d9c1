import { Disconnected } from "./Disconnected.ts"
import { WebSocketTransport } from "./WebSocketTransport.ts"

/** A server to connect to. */
export interface ServerAddress {
  /** The address of the server, as in "https://gate.example.org". */
  readonly url: string | URL
  /** The secret of a token with the right `call`. */
  readonly token: string
  /** An open session of the token. Default: a new session, which ends when the tools are closed. */
  readonly session?: string | undefined
}

/** Opens the WebSocket of a server. Rejects with `Disconnected` if the server refuses, or cannot be reached. */
export const openWebSocket = async ({ url, token, session }: ServerAddress): Promise<WebSocketTransport> => {
  const address = new URL("/v1/runner", url)
  if (session !== undefined) address.searchParams.set("session", session)
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(address, { protocols: ["toolgate.runner"], headers })
  const transport = new WebSocketTransport(socket)
  const isOpen = await new Promise((resolve) => {
    socket.addEventListener("open", () => resolve(true), { once: true })
    socket.addEventListener("error", () => resolve(false), { once: true })
  })
  if (!isOpen) throw new Disconnected(await explain(address, headers))
  return transport
}

/** Returns why a handshake failed. A WebSocket does not tell, but the server answers the same to a request. */
const explain = async (address: URL, headers: Record<string, string>): Promise<string> => {
  try {
    const response = await fetch(address.href.replace(/^ws/, "http"), { headers })
    const { detail } = (await response.json()) as { readonly detail?: unknown }
    if (response.status !== upgradeRequired) return `the server refused it: ${detail}`.replace(/\.$/, "")
  } catch {
    // It cannot be reached, or is not a server of Toolgate.
  }
  return "the server cannot be reached"
}

const upgradeRequired = 426

import type { IncomingMessage } from "node:http"
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { defaultFrameBounds } from "@toolgate/runner/frames"

/** The subprotocol of agents. */
export const runnerProtocol = "toolgate.runner"

/** The beginning of a subprotocol that carries a token, for clients that cannot send headers, such as browsers. */
const tokenPrefix = "toolgate.token."

/** Returns the `Authorization` of a request, also if a subprotocol carries the token. */
export const readAuthorization = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  if (headers.authorization !== undefined) return headers.authorization
  const offered = headers["sec-websocket-protocol"]?.split(",").map((one) => one.trim()) ?? []
  const secrets = offered.filter((one) => one.startsWith(tokenPrefix))
  return secrets.length === 1 ? `Bearer ${secrets[0]?.slice(tokenPrefix.length)}` : undefined
}

/** Whether a request is a valid handshake of a WebSocket. */
export const isHandshake = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-version"] === "13" &&
  /^[+/\w]{22}==$/.test(headers["sec-websocket-key"] ?? "")

/**
 * Completes the handshake of a request and calls `opened` before anything is read from the WebSocket. Call
 * `isHandshake` first. Calls nothing if the client is gone.
 */
export const acceptSocket = (request: IncomingMessage, opened: (socket: WebSocket) => void): void => {
  // Bytes that a client sent before the answer to its handshake are lost. The protocol forbids to send any.
  sockets.handleUpgrade(request, request.socket, Buffer.alloc(0), opened)
}

const options = {
  noServer: true,
  clientTracking: false,
  // A few bytes could become a message of any size.
  perMessageDeflate: false,
  maxPayload: defaultFrameBounds.frameBytes,
  // A message that comes in small pieces costs more than its bytes.
  maxFragments: 1024,
  maxBufferedChunks: 32 * 1024,
  autoPong: false,
  closeTimeout: 2_000,
  // The answer names no token.
  handleProtocols: (offered: Set<string>) => (offered.has(runnerProtocol) ? runnerProtocol : false)
} as const

const sockets = new WebSocketServer(options)

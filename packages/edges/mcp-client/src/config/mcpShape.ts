import { oneOf, readEachEntry, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import type { ApprovalWay, ClientToken, McpConfig } from "./McpConfig.ts"
import { namesInLine, namesLike } from "./nameShapes.ts"
import { server } from "./serverShape.ts"

export const serverName = /^[a-z0-9][a-z0-9-]{0,31}$/

const serverNames = namesLike(
  "SERVER",
  "a server",
  serverName,
  '1 to 32 lower-case letters, digits and "-", not "-" first'
)
const principalNames = namesInLine("PRINCIPAL", "a principal")

const approvals: Shape<ApprovalWay> = oneOf("way to ask", ["defer", "elicit", "url"])

const digest: Shape<string> = textOf(
  "a SHA-256 digest in 64 hexadecimal digits",
  (text, { node }, reading) =>
    /^[0-9a-f]{64}$/.test(text)
      ? text
      : reading.fault(
          node.at,
          () => '"sha256" must be the SHA-256 digest of the token, in 64 lower-case hexadecimal digits'
        ),
  { pattern: "^[0-9a-f]{64}$" }
)

const token: Shape<ClientToken> = recordOf(
  "a token",
  {
    sha256: { shape: digest, description: "The SHA-256 digest of the token.", absent: undefined },
    approvals: {
      shape: approvals,
      description: "The way in which the client's user is asked.",
      absent: "the one of the whole file"
    }
  },
  ({ sha256 = "", approvals }) => ({ sha256, ...(approvals === undefined ? {} : { approvals }) })
)

/** The shape of a whole `mcp.yaml`. */
export const mcpShape: Shape<McpConfig> = recordOf(
  "an MCP configuration",
  {
    servers: {
      shape: readEachEntry("a map of servers", "server", serverNames, server),
      description: "The servers whose tools are behind the gate.",
      absent: "{}"
    },
    approvals: { shape: approvals, description: "The way in which a client's user is asked.", absent: "defer" },
    pins: {
      shape: oneOf("kind of pins", ["first", "strict"]),
      description: "Whether a definition is pinned when it is first seen, or once a person approves it.",
      absent: "first"
    },
    tokens: {
      shape: readEachEntry("a map of tokens", "token", principalNames, token),
      description: "The clients that may connect by HTTP, by the principal that each of them acts for.",
      absent: "no client can connect by HTTP"
    }
  },
  ({ servers = new Map(), approvals = "defer", pins = "first", tokens = new Map() }, at, reading) => {
    const digests = [...tokens.values()].map(({ sha256 }) => sha256)
    if (new Set(digests).size < digests.length) return reading.fault(at, () => "two principals have the same token")
    return {
      servers: new Map([...servers].map(([name, entry]) => [name, { name, ...entry }])),
      approvals,
      pins,
      tokens,
      leftOut: reading.leftOut
    }
  }
)

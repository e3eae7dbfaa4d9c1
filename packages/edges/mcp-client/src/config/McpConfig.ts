import type { FileMode, ResourceDeclaration, ResourceLimits, SideEffectClass, Tool, ToolRisk } from "@toolgate/core"
import type { LeftOut } from "@toolgate/yaml-reading"

/** The configuration of the MCP servers behind a gate and of the gate as an MCP server, as a `mcp.yaml` holds it. */
export interface McpConfig {
  readonly servers: ReadonlyMap<string, McpServerEntry>
  /** The way in which a client's user is asked. `defer` by default. */
  readonly approvals: ApprovalWay
  /** `first`: a definition is pinned when it is first seen. `strict`: a person approves it first. `first` by default. */
  readonly pins: "first" | "strict"
  /** The clients that may connect by HTTP, by the name of the principal that each of them acts for. */
  readonly tokens: ReadonlyMap<string, ClientToken>
  /** The servers and tokens that have problems, and are not among the others. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** A client that reaches the gate by HTTP, known by the token that it sends. */
export interface ClientToken {
  /** The SHA-256 digest of the token, in 64 hexadecimal digits. The token itself stands in no file of the gate. */
  readonly sha256: string
  /** The way in which the client's user is asked. By default the one of the whole configuration. */
  readonly approvals?: ApprovalWay
}

/**
 * A way in which somebody is asked about a call of an MCP client. `defer`: the call is answered at once with the id of its
 * approval. `elicit`: the client asks its user. `url`: the client shows its user where to decide.
 */
export type ApprovalWay = "defer" | "elicit" | "url"

/** A server, as the operator wrote it. Its texts may hold references to secrets (`${env:NAME}`), which are resolved when it starts. */
export interface McpServerEntry {
  /** The operator's name for the server, which matches `^[a-z0-9][a-z0-9-]{0,31}$`. */
  readonly name: string
  readonly source: StdioSource | HttpSource
  /** Statements of the operator about the server's tools, by the server's own names for them. */
  readonly tools: ReadonlyMap<string, ToolOverlay>
  /** The callers of the server's tools: agents (`direct`), and scripts and turns of several calls (`chain`). Agents by default. */
  readonly callers?: Tool["callers"]
  /** `leave-to-server`: a part of a schema that the gate cannot check is left to the server. By default its tool is left out. */
  readonly unchecked?: "refuse" | "leave-to-server"
  /** The time of a call in milliseconds. */
  readonly timeoutMs?: number
  /** Requests that the server may send to its client, and its further features that are open. None by default. */
  readonly allow: ReadonlyArray<"elicitation" | "sampling" | "roots" | "resources" | "prompts">
}

/** A server that is a program, which talks over its standard input and output. */
export interface StdioSource {
  readonly kind: "stdio"
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** All of the program's variables besides PATH, HOME and LANG. */
  readonly env: Readonly<Record<string, string>>
  /** Files and folders that the program sees. A path that is not absolute is in the workspace. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly mode: FileMode }>
  readonly network: "none" | "any"
  readonly limits: Partial<ResourceLimits>
  /** True if the program runs like any other process of this user. */
  readonly unconfined: boolean
}

/** A server that is reached by HTTP. */
export interface HttpSource {
  readonly kind: "http"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly auth?: HttpAuthorization
}

/** A client's part in the authorization of a server (OAuth 2.1). Without it, a person signs in with a client that is registered then. */
export interface HttpAuthorization {
  /** `client_credentials`: the client gets its tokens by itself. `authorization_code`, the default: a person signs in. */
  readonly grant?: "authorization_code" | "client_credentials"
  /** A client that the authorization server knows, or the URL of the client's own description. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** A private key in PEM, in the place of the secret. */
  readonly privateKey?: string
  /** The authorization server that gets the secret or a proof of the key. No other one does. */
  readonly issuer?: string
  /** The scopes to ask for. By default those that the server names. */
  readonly scopes?: ReadonlyArray<string>
}

/** Statements of the operator about a tool, in place of what its server says or leaves out. */
export interface ToolOverlay {
  readonly class?: SideEffectClass
  readonly risk?: ToolRisk
  readonly destructive?: boolean
  readonly resources?: ReadonlyArray<ResourceDeclaration>
  /** The callers of the tool. By default those of the server's tools. */
  readonly callers?: Tool["callers"]
}

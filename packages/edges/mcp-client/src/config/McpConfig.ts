import type { FileMode, ResourceDeclaration, ResourceLimits, SideEffectClass, Tool, ToolRisk } from "@toolgate/core"
import type { LeftOut } from "@toolgate/yaml-reading"

/** A parsed `mcp.yaml`: the MCP servers behind a gate, and the settings of the gate as an MCP server. */
export interface McpConfig {
  readonly servers: ReadonlyMap<string, McpServerEntry>
  /** The way to ask the user of a client. Default: `defer`. */
  readonly approvals: ApprovalWay
  /** `first`: pins a definition when it is first seen. `strict`: a person approves it first. Default: `first`. */
  readonly pins: "first" | "strict"
  /** The clients that may connect by HTTP, by the name of their principal. */
  readonly tokens: ReadonlyMap<string, ClientToken>
  /** The servers and tokens with problems. They are left out of the other fields. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** A client that connects to the gate by HTTP, identified by its token. */
export interface ClientToken {
  /** The SHA-256 digest of the token, in 64 hexadecimal digits. The token itself is not stored. */
  readonly sha256: string
  /** The way to ask the user of this client. Default: the setting of the whole file. */
  readonly approvals?: ApprovalWay
}

/**
 * A way to ask a person about a call of an MCP client. `defer`: the answer is the id of the approval. `elicit`: the
 * client asks its user. `url`: the client shows its user the address of the approval page.
 */
export type ApprovalWay = "defer" | "elicit" | "url"

/**
 * A server's entry, as the operator wrote it. Texts may contain references to secrets (`${env:NAME}`), which are
 * resolved when the server starts.
 */
export interface McpServerEntry {
  /** The operator's name for the server, which matches `^[a-z0-9][a-z0-9-]{0,31}$`. */
  readonly name: string
  readonly source: StdioSource | HttpSource
  /** The operator's overrides for the server's tools, by the server's names for them. */
  readonly tools: ReadonlyMap<string, ToolOverlay>
  /**
   * The callers of the server's tools: agents (`direct`), and scripts and turns of several calls (`chain`). Default:
   * agents.
   */
  readonly callers?: Tool["callers"]
  /**
   * `leave-to-server`: the server checks the parts of a schema that the gate cannot check. By default the gate leaves
   * such a tool out.
   */
  readonly unchecked?: "refuse" | "leave-to-server"
  /** The timeout of a call, in milliseconds. */
  readonly timeoutMs?: number
  /** The requests and features that the server may use. Default: none. */
  readonly allow: ReadonlyArray<"elicitation" | "sampling" | "roots" | "resources" | "prompts">
}

/** A server that is a local program, connected by standard input and output. */
export interface StdioSource {
  readonly kind: "stdio"
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** The environment variables of the program, in addition to PATH, HOME and LANG. */
  readonly env: Readonly<Record<string, string>>
  /** Files and folders that the program sees. Relative paths start at the workspace. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly mode: FileMode }>
  readonly network: "none" | "any"
  readonly limits: Partial<ResourceLimits>
  /** Whether the program runs without confinement, like any process of this user. */
  readonly unconfined: boolean
}

/** A server that is reached by HTTP. */
export interface HttpSource {
  readonly kind: "http"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly auth?: HttpAuthorization
}

/**
 * The OAuth 2.1 client with which the gate authenticates at a server. Without it, a person signs in with a dynamically
 * registered client.
 */
export interface HttpAuthorization {
  /**
   * `client_credentials`: the client gets tokens without a user. `authorization_code`, the default: a person signs in.
   */
  readonly grant?: "authorization_code" | "client_credentials"
  /** The id of a registered client, or the URL of the client's metadata document. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** A private key in PEM, instead of the secret. */
  readonly privateKey?: string
  /** The only authorization server that receives the secret, or a proof of the key. */
  readonly issuer?: string
  /** The scopes to request. Default: those that the server lists. */
  readonly scopes?: ReadonlyArray<string>
}

/** The operator's overrides for a tool. They replace what the server says. */
export interface ToolOverlay {
  readonly class?: SideEffectClass
  readonly risk?: ToolRisk
  readonly destructive?: boolean
  readonly resources?: ReadonlyArray<ResourceDeclaration>
  /** The callers of the tool. Default: those of the server's tools. */
  readonly callers?: Tool["callers"]
}

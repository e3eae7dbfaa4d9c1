import { posix, win32 } from "node:path"

export type McpClientName = "claude-code" | "claude-desktop" | "cursor" | "vscode" | "codex" | "gemini"

/** A program that connects to MCP servers, and the form of its configuration. */
export interface McpClient {
  readonly name: McpClientName
  /** The name for people. */
  readonly title: string
  readonly form: "json" | "toml"
  /** Tools of the client whose calls bypass the gate, as a list for people. Absent if there are none. */
  readonly ownTools?: string
  /** The member of the configuration that holds the servers by name. */
  readonly member: "mcpServers" | "servers" | "mcp_servers"
  /** The syntax of variables that the client expands: `${NAME}`, `${env:NAME}`, `$NAME`, or none. */
  readonly variables: ReadonlyArray<"braced" | "prefixed" | "bare">
  /** Path of the user's configuration in the home folder, by platform. */
  readonly paths: Readonly<Record<"linux" | "darwin" | "win32", ReadonlyArray<string>>>
  /** Environment variable that overrides the folder of the client, and the part of the path that it replaces. */
  readonly moved?: { readonly variable: string; readonly replaces: "home" | "first folder" }
}

const everywhere = (...path: ReadonlyArray<string>): McpClient["paths"] => ({ linux: path, darwin: path, win32: path })

const appData = (...path: ReadonlyArray<string>): McpClient["paths"] => ({
  linux: [".config", ...path],
  darwin: ["Library", "Application Support", ...path],
  win32: ["AppData", "Roaming", ...path]
})

/** The supported clients, in the order of their list. */
export const mcpClients: ReadonlyArray<McpClient> = [
  {
    name: "claude-code",
    title: "Claude Code",
    ownTools: "Bash, Edit and Read",
    form: "json",
    member: "mcpServers",
    variables: ["braced"],
    paths: everywhere(".claude.json"),
    moved: { variable: "CLAUDE_CONFIG_DIR", replaces: "home" }
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    form: "json",
    member: "mcpServers",
    variables: [],
    paths: appData("Claude", "claude_desktop_config.json")
  },
  {
    name: "cursor",
    title: "Cursor",
    ownTools: "the terminal, edits and reading of files",
    form: "json",
    member: "mcpServers",
    variables: ["prefixed"],
    paths: everywhere(".cursor", "mcp.json")
  },
  {
    name: "vscode",
    title: "VS Code",
    ownTools: "the terminal, edits and reading of files",
    form: "json",
    member: "servers",
    variables: ["prefixed"],
    paths: appData("Code", "User", "mcp.json")
  },
  {
    name: "codex",
    title: "Codex",
    ownTools: "the shell and patches",
    form: "toml",
    member: "mcp_servers",
    variables: [],
    paths: everywhere(".codex", "config.toml"),
    moved: { variable: "CODEX_HOME", replaces: "first folder" }
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    ownTools: "the shell, edits and reading of files",
    form: "json",
    member: "mcpServers",
    variables: ["braced", "bare"],
    paths: everywhere(".gemini", "settings.json"),
    moved: { variable: "GEMINI_CLI_HOME", replaces: "home" }
  }
]

/** Returns the client of this name. */
export const getMcpClient = (name: McpClientName): McpClient =>
  mcpClients.find((client) => client.name === name) as McpClient

/** The places where a user's programs look for their files. */
export interface ClientSurroundings {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** Returns the path of the user's own configuration of a client, where the client itself looks for it. */
export const getClientPath = (client: McpClient, { home, env, platform }: ClientSurroundings): string => {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix
  const path = client.paths[platform === "win32" || platform === "darwin" ? platform : "linux"]
  const folderIn = (variable: string): string | undefined => {
    const folder = env[variable]
    return folder !== undefined && isAbsolute(folder) ? folder : undefined
  }
  const moved = client.moved && folderIn(client.moved.variable)
  if (moved !== undefined) return join(moved, ...(client.moved?.replaces === "home" ? path : path.slice(1)))
  const config = path[0] === ".config" ? folderIn("XDG_CONFIG_HOME") : undefined
  return config === undefined ? join(home, ...path) : join(config, ...path.slice(1))
}

/**
 * Guesses the client of a file from its name or, failing that, from its members. Most clients share a format and differ only in their
 * variables.
 */
export const guessClient = (path: string, text: string): McpClient => {
  const [file = "", folder = ""] = path.split(/[\\/]/).toReversed()
  if (file.endsWith(".toml")) return getMcpClient("codex")
  if (file === "claude_desktop_config.json") return getMcpClient("claude-desktop")
  if (file === "settings.json" || folder === ".gemini") return getMcpClient("gemini")
  if (folder === ".cursor") return getMcpClient("cursor")
  return getMcpClient(/"servers"\s*:/.test(text) && !/"mcpServers"\s*:/.test(text) ? "vscode" : "claude-code")
}

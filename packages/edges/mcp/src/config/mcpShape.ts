import { quoted, sideEffectClasses } from "@toolgate/core"
import {
  count,
  duration,
  flag,
  listOf,
  mapOf,
  type NameShape,
  oneOf,
  orUnlimited,
  path,
  type Reading,
  recordOf,
  type Shape,
  size,
  textOf
} from "@toolgate/yaml-reading"
import { auth } from "./authShape.ts"
import type { ApprovalWay, ClientToken, McpConfig, McpServerEntry, StdioSource, ToolOverlay } from "./McpConfig.ts"
import { resources } from "./resourceShape.ts"
import { referringText, serverUrl } from "./textShapes.ts"

/** Returns the names in a map that have to match a pattern. `rule` says what the pattern wants. */
const namesLike = (step: string, what: string, pattern: RegExp, rule: string): NameShape<string> => ({
  step,
  schema: { pattern: pattern.source },
  read: (name: string, at: number, reading: Reading) =>
    pattern.test(name) ? name : reading.fault(at, () => `${quoted(name)} is not a valid name for ${what}: use ${rule}`)
})

/** The pattern of a server's name. */
export const serverName = /^[a-z0-9][a-z0-9-]{0,31}$/

const serverNames = namesLike("SERVER", "a server", serverName, '1 to 32 small letters, digits and "-", not "-" first')
const variableNames = namesLike("NAME", "a variable", /^[A-Za-z_]\w{0,255}$/, 'letters, digits and "_"')
const headerNames = namesLike(
  "NAME",
  "a header",
  /^[!#$%&'*+.^`|~\w-]{1,256}$/,
  'letters, digits, "-" and the other characters of a token'
)
const toolNames = namesLike(
  "TOOL",
  "a tool",
  /^[^\p{Cc}\p{Cs}]{1,256}$/u,
  "1 to 256 characters, none of them a control"
)
const principalNames = namesLike(
  "PRINCIPAL",
  "a principal",
  /^[^\p{Cc}\p{Cs}]{1,256}$/u,
  "1 to 256 characters, none of them a control"
)

const approvals: Shape<ApprovalWay> = oneOf("way to ask", ["defer", "elicit", "url"])

const seenPath: Shape<string> = textOf("a path", (text, entry, reading) => {
  if (/^(?:\/|~|[A-Za-z]:)/.test(text)) return path.read(entry, reading)
  const names = text.split(/[\\/]/)
  if (text !== "" && text.length <= 4096 && !names.includes("..") && !/[\p{Cc}\p{Cs}*]/u.test(text)) return text
  return reading.fault(
    entry.node.at,
    () =>
      `the path ${quoted(text)} is not one in the workspace: leave out "..", "*" and controls, or begin it with "/" or "~/"`
  )
})

const file = recordOf(
  "a file",
  {
    path: {
      shape: seenPath,
      description: "The file or folder. A path that is not absolute is in the workspace.",
      absent: undefined
    },
    mode: { shape: oneOf("mode", ["r", "w", "rw"]), description: "Whether it is read, written, or both.", absent: "r" }
  },
  ({ path = "", mode = "r" }) => ({ path, mode })
)

const network: Shape<"none" | "any"> = {
  type: "none or any",
  schema: { enum: ["none", "any"] },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    const isAboutHosts =
      node.kind === "list" || (node.kind === "scalar" && typeof node.value === "string" && node.value.includes("."))
    return isAboutHosts
      ? reading.fault(
          node.at,
          () => '"network" does not take hosts yet; write none, or any if the server needs the network'
        )
      : oneOf("kind of network", ["none", "any"]).read(entry, reading)
  }
}

const limits = recordOf(
  "limits",
  {
    cpu_time: {
      shape: orUnlimited(duration),
      description: "The processor time of the program, as long as it runs.",
      absent: "unlimited"
    },
    memory: {
      shape: orUnlimited(size),
      description: "The memory of the program.",
      absent: "as for a confined command"
    },
    processes: {
      shape: orUnlimited(count(1)),
      description: "The number of processes that run at once.",
      absent: "as for a confined command"
    }
  },
  ({ cpu_time: cpuMs, memory: memoryBytes, processes }): StdioSource["limits"] => ({
    ...(cpuMs === undefined ? {} : { cpuMs }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(processes === undefined ? {} : { processes })
  })
)

const overlay: Shape<ToolOverlay> = recordOf(
  "a tool",
  {
    class: {
      shape: oneOf("side-effect class", sideEffectClasses),
      description: "The class of what the tool is able to do at most.",
      absent: "NETWORK, or EXECUTE for a server that is not confined"
    },
    risk: {
      shape: oneOf("risk", ["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"]),
      description: "The risk of a call.",
      absent: "what follows from the class"
    },
    destructive: {
      shape: flag,
      description: "Whether a call may destroy something.",
      absent: "true, unless the tool is known to only read"
    },
    resources: { shape: resources, description: "The arguments that name files or URLs.", absent: "none" }
  },
  ({ class: sideEffects, risk, destructive, resources }) => ({
    ...(sideEffects === undefined ? {} : { class: sideEffects }),
    ...(risk === undefined ? {} : { risk }),
    ...(destructive === undefined ? {} : { destructive }),
    ...(resources === undefined ? {} : { resources })
  })
)

const command = listOf("a list of words, the program first", referringText)

const stdioKeys = ["command", "env", "files", "network", "limits", "unconfined"] as const

const server: Shape<Omit<McpServerEntry, "name">> = recordOf(
  "a server",
  {
    command: {
      shape: command,
      description: "The program and its arguments. No shell reads them.",
      absent: "the server is reached by its url"
    },
    url: {
      shape: serverUrl,
      description: "The URL of a server that is reached by HTTP.",
      absent: "the server is a command"
    },
    headers: {
      shape: mapOf("a map of headers", headerNames, referringText),
      description: "The headers of every request to the URL.",
      absent: "none"
    },
    auth: { shape: auth, description: "The client's part in the URL's authorization.", absent: "a person signs in" },
    env: {
      shape: mapOf("a map of variables", variableNames, referringText),
      description: "The variables of the program. It gets no others besides PATH, HOME and LANG.",
      absent: "none"
    },
    files: {
      shape: listOf("a list of files", file),
      description: "The files and folders that a confined program sees, besides the system's.",
      absent: "none"
    },
    network: { shape: network, description: "Whether a confined program reaches the network.", absent: "none" },
    limits: { shape: limits, description: "The limits of the program.", absent: "those of a confined command" },
    unconfined: { shape: flag, description: "Whether the program runs with all rights of this user.", absent: "false" },
    tools: {
      shape: mapOf("a map of tools", toolNames, overlay),
      description: "Statements about the server's tools, by its own names for them.",
      absent: "{}"
    },
    timeout: { shape: duration, description: "The time of a call.", absent: "the tool's default" },
    allow: {
      shape: listOf(
        "a list of features",
        oneOf("feature", ["elicitation", "sampling", "roots", "resources", "prompts"])
      ),
      description: "The requests that the server may send to its client, and what else of it is open to clients.",
      absent: "[]"
    }
  },
  (given, at, reading) => {
    const { command = [], url, headers, auth, tools = new Map(), timeout, allow = [] } = given
    const [program, ...args] = command
    const fault = (message: string) => reading.fault(at, () => message)
    if ((given.command === undefined) === (url === undefined))
      return fault('a server needs either the key "command" or the key "url"')
    const rest = { tools, allow, ...(timeout === undefined ? {} : { timeoutMs: timeout }) }
    if (url !== undefined) {
      const misplaced = stdioKeys.find((key) => given[key] !== undefined)
      if (misplaced !== undefined)
        return fault(`the key "${misplaced}" is for a server with a command, and this one has a url`)
      if (auth !== undefined && [...(headers?.keys() ?? [])].some((name) => name.toLowerCase() === "authorization"))
        return fault('a server has either the key "auth" or the header "Authorization"')
      const source = { kind: "http" as const, url, headers: Object.fromEntries(headers ?? []) }
      return { ...rest, source: auth === undefined ? source : { ...source, auth } }
    }
    if (auth !== undefined) return fault('the key "auth" is for a server with a url, and this one has a command')
    if (headers !== undefined) return fault('the key "headers" is for a server with a url, and this one has a command')
    if (program === undefined || program === "") return fault('"command" must begin with a program')
    const { env, files = [], network = "none", limits = {}, unconfined = false } = given
    if (unconfined && (given.files !== undefined || given.network !== undefined))
      return fault('"files" and "network" hold for a confined program only; remove them, or "unconfined"')
    const source = {
      kind: "stdio" as const,
      command: [program, ...args] as const,
      env: Object.fromEntries(env ?? []),
      files,
      network,
      limits,
      unconfined
    }
    return { ...rest, source }
  }
)

const digest: Shape<string> = textOf(
  "a SHA-256 digest in 64 hexadecimal digits",
  (text, { node }, reading) =>
    /^[0-9a-f]{64}$/.test(text)
      ? text
      : reading.fault(
          node.at,
          () => '"sha256" must be the SHA-256 digest of the token, in 64 small hexadecimal digits'
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

/** The shape of a whole `mcp.yaml`. This table decides what is accepted. */
export const mcpShape: Shape<McpConfig> = recordOf(
  "an MCP configuration",
  {
    servers: {
      shape: mapOf("a map of servers", serverNames, server),
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
      shape: mapOf("a map of tokens", principalNames, token),
      description: "The clients that may connect by HTTP, by the principal that each of them acts for.",
      absent: "nobody connects by HTTP"
    }
  },
  ({ servers = new Map(), approvals = "defer", pins = "first", tokens = new Map() }, at, reading) => {
    const digests = [...tokens.values()].map(({ sha256 }) => sha256)
    if (new Set(digests).size < digests.length) return reading.fault(at, () => "two principals have the same token")
    return {
      servers: new Map([...servers].map(([name, entry]) => [name, { name, ...entry }])),
      approvals,
      pins,
      tokens
    }
  }
)

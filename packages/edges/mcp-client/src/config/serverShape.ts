import { quoted, sideEffectClasses } from "@toolgate/core"
import { referringText, splitReferences } from "@toolgate/local-secrets/references"
import {
  callers,
  duration,
  flag,
  listOf,
  mapOf,
  oneOf,
  recordOf,
  resource,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"
import { auth } from "./authShape.ts"
import type { McpServerEntry, ToolOverlay } from "./McpConfig.ts"
import { namesInLine, namesLike } from "./nameShapes.ts"
import { file, limits, network } from "./rightsShapes.ts"

/** The shape of a server's URL. References may follow the host. */
const serverUrl: Shape<string> = textOf("a URL", (text, entry, reading) => {
  if (referringText.read(entry, reading) === undefined) return undefined
  const why = urlFault(text)
  return why === undefined ? text : reading.fault(entry.node.at, () => `the URL ${why}`)
})

/** Returns the problem of a server's URL, as the end of a sentence; `undefined` if the URL is valid. */
const urlFault = (text: string): string | undefined => {
  const parts = splitReferences(text)
  if ("fault" in parts) return `is invalid: ${parts.fault}`
  const [first] = parts
  const begin = typeof first === "string" ? first : ""
  // A reference in the host would change the server without a change to the file.
  if (parts.some((part) => typeof part !== "string") && !/^https?:\/\/[^/?#]+[/?#]/.test(begin))
    return "must have its host written out, with a slash, before the first reference"
  const url = parts.map((part) => (typeof part === "string" ? part : "x")).join("")
  if (!URL.canParse(url) || !/^https?:\/\//.test(url)) return "is neither an http nor an https URL"
  const { username, password, hash } = new URL(url)
  if (username !== "" || password !== "") return 'holds credentials; give them under "headers", by a reference'
  return hash === "" ? undefined : `has a fragment, ${quoted(hash, 40)}, which servers do not see`
}

const overlay: Shape<ToolOverlay> = recordOf(
  "a tool",
  {
    class: {
      shape: oneOf("side-effect class", sideEffectClasses),
      description: "The class of what the tool is able to do at most.",
      absent:
        "the worst that the server can do: READ or WRITE without a network, NETWORK, or EXECUTE if it is not confined"
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
    resources: {
      shape: listOf("a list of resources", resource),
      description: "The arguments that name files or URLs.",
      absent: "none"
    },
    allowed_callers: {
      shape: callers,
      description: "Who may call the tool: agents, and scripts.",
      absent: "those of the server"
    }
  },
  ({ class: sideEffects, risk, destructive, resources, allowed_callers }) => ({
    ...(sideEffects === undefined ? {} : { class: sideEffects }),
    ...(risk === undefined ? {} : { risk }),
    ...(destructive === undefined ? {} : { destructive }),
    ...(resources === undefined ? {} : { resources }),
    ...(allowed_callers === undefined ? {} : { callers: allowed_callers })
  })
)

const variableNames = namesLike("NAME", "a variable", /^[A-Za-z_]\w{0,255}$/, 'letters, digits and "_"')
const headerNames = namesLike(
  "NAME",
  "a header",
  /^[!#$%&'*+.^`|~\w-]{1,256}$/,
  'letters, digits, "-" and the other characters of a token'
)
const toolNames = namesInLine("TOOL", "a tool")

const command = listOf("a list of words, the program first", referringText)

const stdioKeys = ["command", "env", "files", "network", "limits", "unconfined"] as const

export const server: Shape<Omit<McpServerEntry, "name">> = recordOf(
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
    allowed_callers: {
      shape: callers,
      description: "Who may call the server's tools: agents, and scripts.",
      absent: "[direct]"
    },
    unchecked: {
      shape: oneOf("way with what cannot be checked", ["refuse", "leave-to-server"]),
      description:
        "Whether a part of a schema that the gate cannot check, such as a pattern with look-around, is left to the server.",
      absent: "refuse: the tool is left out"
    },
    timeout: { shape: duration, description: "The time of a call.", absent: "the tool's default" },
    allow: {
      shape: listOf(
        "a list of features",
        oneOf("feature", ["elicitation", "sampling", "roots", "resources", "prompts"])
      ),
      description:
        "The requests that the server may send to its client, and the server's other features that clients may use.",
      absent: "[]"
    }
  },
  (given, at, reading) => {
    const {
      command = [],
      url,
      headers,
      auth,
      tools = new Map(),
      timeout,
      allow = [],
      allowed_callers,
      unchecked
    } = given
    const [program, ...args] = command
    const fault = (message: string) => reading.fault(at, () => message)
    if ((given.command === undefined) === (url === undefined))
      return fault('a server needs either the key "command" or the key "url"')
    const rest = {
      tools,
      allow,
      ...(allowed_callers === undefined ? {} : { callers: allowed_callers }),
      ...(unchecked === undefined ? {} : { unchecked }),
      ...(timeout === undefined ? {} : { timeoutMs: timeout })
    }
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

import { referringText } from "@toolgate/local-secrets/references"
import { callers, duration, flag, listOf, mapOf, oneOf, recordOf, type Shape } from "@toolgate/yaml-reading"
import { auth } from "./authShape.ts"
import type { McpServerEntry } from "./McpConfig.ts"
import { namesInLine, namesLike } from "./nameShapes.ts"
import { overlay } from "./overlayShape.ts"
import { file, limits, network } from "./rightsShapes.ts"
import { serverUrl } from "./textShapes.ts"

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

/** The shape of a server's entry. */
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
        "Whether a part of a schema that the gate cannot check, such as a pattern that looks around, is left to the server.",
      absent: "refuse: the tool is left out"
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

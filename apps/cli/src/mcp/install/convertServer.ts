// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references that messages name
import { quoted } from "@toolgate/core"
import {
  escapeReferences,
  makeReference,
  type Reference,
  type ReferenceText,
  type TextPart,
  writeParts
} from "@toolgate/local-secrets/references"
import type { McpClient } from "./McpClient.ts"
import type { FoundServer, ServerDraft } from "./ServerDraft.ts"

/** Converts an entry of a client's configuration to a `mcp.yaml` entry. */
export const convertServer = (name: string, entry: unknown, client: McpClient, home: string): FoundServer => {
  try {
    return { name, draft: draftOf(new Entry(entry), (text) => referring(text, client, home)) }
  } catch (cause) {
    if (cause instanceof Obstacle) return { name, draft: { obstacle: cause.message } }
    throw cause
  }
}

/** Reported for a server that is disabled in the client. */
export const switchedOff = "is switched off"

/** A reason why a server cannot be moved. */
class Obstacle extends Error {}

/** The members of an entry. Any member that is not read is an obstacle, because it may be what makes a server harmless. */
class Entry {
  private readonly members: Map<string, unknown>

  constructor(entry: unknown) {
    if (!isObject(entry)) throw new Obstacle("is not an object")
    this.members = new Map(Object.entries(entry))
  }

  take(name: string): unknown {
    const value = this.members.get(name)
    this.members.delete(name)
    return value ?? undefined
  }

  text(name: string): string | undefined {
    const value = this.take(name)
    if (value === undefined || typeof value === "string") return value
    throw new Obstacle(`has a member "${name}" that is not a string`)
  }

  texts(name: string): ReadonlyArray<string> {
    const value = this.take(name) ?? []
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value
    throw new Obstacle(`has a member "${name}" that is not a list of strings`)
  }

  record(name: string): Readonly<Record<string, string>> {
    const value = this.take(name) ?? {}
    if (!isObject(value)) throw new Obstacle(`has a member "${name}" that is not an object`)
    const all = Object.entries(value).map(([key, one]) => {
      if (typeof one !== "string" && typeof one !== "number" && typeof one !== "boolean")
        throw new Obstacle(`has a member "${name}" whose ${quoted(key, 64)} is not a string`)
      return [key, String(one)] as const
    })
    return Object.fromEntries(all)
  }

  end(): void {
    for (const name of harmless) this.members.delete(name)
    const [left] = this.members.keys()
    if (left !== undefined) throw new Obstacle(`has a member ${quoted(left, 64)}, which the gate does not support`)
  }
}

/** Members that can be dropped safely: display texts, and settings that the gate replaces. */
const harmless = [
  "$schema",
  "alwaysAllow",
  "autoApprove",
  "default_tools_approval_mode",
  "description",
  "dev",
  "displayName",
  "gallery",
  "icon",
  "required",
  "startup_timeout_ms",
  "startup_timeout_sec",
  "trust",
  "version"
]

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const draftOf = (entry: Entry, referring: (text: string) => ReferenceText): ServerDraft => {
  const isOff = entry.take("disabled") === true || entry.take("enabled") === false
  if (isOff) throw new Obstacle(switchedOff)
  const type = entry.text("type") ?? entry.text("transport")
  const timeout = timeoutOf(entry)
  const command = entry.text("command")
  const httpUrl = entry.text("httpUrl")
  const url = httpUrl ?? entry.text("url") ?? entry.text("serverUrl")
  if (type === "sse" || url?.endsWith("/sse") === true)
    throw new Obstacle("speaks the older HTTP with server-sent events; use its streamable HTTP address, if it has one")
  if (command !== undefined && url !== undefined) throw new Obstacle("has both a command and a URL")
  if (url !== undefined) {
    const headers = new Map(
      Object.entries({ ...entry.record("headers"), ...entry.record("http_headers") }).map(mapping(referring))
    )
    for (const [header, variable] of Object.entries(entry.record("env_http_headers")))
      headers.set(header, joined([variableNamed(variable)]))
    const bearer = entry.text("bearer_token_env_var")
    if (bearer !== undefined) headers.set("Authorization", joined(["Bearer ", variableNamed(bearer)]))
    entry.end()
    return { url: referring(url), ...unlessEmpty("headers", headers), ...timeout }
  }
  if (command === undefined || command === "") throw new Obstacle("has neither a command nor a URL")
  const args = entry.texts("args")
  const env = new Map(Object.entries(entry.record("env")).map(mapping(referring)))
  for (const variable of entry.texts("env_vars")) env.set(variable, joined([variableNamed(variable)]))
  entry.end()
  return { command: [command, ...args].map(referring), ...unlessEmpty("env", env), ...timeout }
}

const timeoutOf = (entry: Entry): Pick<ServerDraft, "timeout"> => {
  const [ms, seconds] = [entry.take("timeout"), entry.take("tool_timeout_sec")]
  const whole = typeof seconds === "number" ? seconds * 1000 : ms
  return typeof whole === "number" && Number.isInteger(whole) && whole > 0 && whole < 2 ** 31
    ? { timeout: `${whole}ms` }
    : {}
}

const mapping =
  (referring: (text: string) => ReferenceText) =>
  ([name, text]: [string, string]): [string, ReferenceText] => [name, referring(text)]

const unlessEmpty = (name: "headers" | "env", texts: ReadonlyMap<string, ReferenceText>) =>
  texts.size === 0 ? {} : { [name]: Object.fromEntries(texts) }

/** Returns a reference to the variable that a member names. */
const variableNamed = (name: string): Reference => {
  const reference = makeReference(name)
  if (reference !== undefined) return reference
  throw new Obstacle(`names the variable ${quoted(name, 64)}; a variable has letters, digits and "_"`)
}

const joined = (parts: ReadonlyArray<TextPart>): ReferenceText => {
  const text = writeParts(parts)
  if (typeof text === "string") return text
  throw new Obstacle(text.fault)
}

/** Converts the client's variables in a text to references. Fails for any other expansion of the client. */
const referring = (text: string, { variables }: McpClient, home: string): ReferenceText => {
  if (variables.length === 0) return escapeReferences(text)
  const parts: Array<TextPart> = []
  let from = 0
  // Unterminated braces are not variables. A pattern would search for the end from every start.
  const last = text.lastIndexOf("}")
  for (const { 0: found, index } of text.matchAll(/\$\{|\$[A-Za-z_]\w*/g)) {
    if (index < from || (found === "${" ? index > last : !variables.includes("bare"))) continue
    const end = found === "${" ? text.indexOf("}", index) : index + found.length - 1
    const part = found === "${" ? replaced(text.slice(index + 2, end), variables, home) : variableNamed(found.slice(1))
    parts.push(text.slice(from, index), part)
    from = end + 1
  }
  return joined([...parts, text.slice(from)])
}

/**
 * Returns the expansion of `${content}` in a client. For clients with `${NAME}`, any other content is plain text. Clients with
 * `${env:NAME}` have an open list of forms, so an unknown one fails.
 */
const replaced = (content: string, variables: McpClient["variables"], home: string): TextPart => {
  const shown = quoted(`\${${content}}`, 64)
  if (variables.includes("braced")) {
    const [, name, otherwise] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(content) ?? []
    if (name === undefined) return `\${${content}}`
    const reference = makeReference(name, otherwise)
    if (reference !== undefined) return reference
    throw new Obstacle(`uses ${shown}, whose default has braces or control characters; write \${NAME}`)
  }
  const reference = content.startsWith("env:") ? makeReference(content.slice("env:".length)) : undefined
  if (reference !== undefined) return reference
  if (content === "userHome") return home
  if (content.startsWith("input:"))
    throw new Obstacle(`uses ${shown}, which the client asks its user for; set a variable and write \${env:NAME}`)
  throw new Obstacle(`uses ${shown}, which the gate does not support; write the value, or \${env:NAME}`)
}

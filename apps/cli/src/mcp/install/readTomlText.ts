import { canonicalizeJson } from "@toolgate/core/json"
import { parse, stringify, TomlError } from "smol-toml"
import {
  type ClientFault,
  type ClientText,
  type GateEntry,
  gateServer,
  isGate,
  nameIsTaken,
  refuseTooMany
} from "./ClientText.ts"
import { convertServer } from "./convertServer.ts"
import type { McpClient } from "./McpClient.ts"

/**
 * Reads a configuration in TOML. Tables are added and removed as lines, so that everything else is preserved. Servers in another notation
 * are read but not edited.
 */
export const readTomlText = (text: string, client: McpClient, home: string): ClientText | ClientFault => {
  const root = contentOf(text)
  if ("fault" in root) return root
  const list = root.content[client.member]
  if (list !== undefined && !isTable(list)) return { fault: `its "${client.member}" is not a table` }
  const entries = new Map(Object.entries(list ?? {}))
  const excess = refuseTooMany(entries.size - (entries.has(gateServer) ? 1 : 0))
  if (excess !== undefined) return excess
  const gate = entries.get(gateServer)
  if (gate !== undefined && !isGate(gate)) return nameIsTaken
  const others = [...entries].filter(([name]) => name !== gateServer)
  return {
    text,
    servers: others.map(([name, entry]) => convertServer(name, entry, client, home)),
    folders: [],
    withGate: (gate, without) => {
      const table = gateTable(client, gate)
      const kept = others.filter(([name]) => !without.includes(name))
      const edited = appended(withoutTables(text, client, [...without, gateServer]), table)
      return checked(edited, root.content, client, new Map([...kept, [gateServer, gate]]), table)
    },
    withoutGate: (before, names) => {
      const missing = names.filter((name) => !entries.has(name))
      const tables = before === undefined ? [] : missing.map((name) => tablesOf(before.text, client, name))
      const old = before === undefined ? undefined : contentOf(before.text)
      const servers = old === undefined || "fault" in old ? {} : (old.content[client.member] as Table | undefined)
      const edited = tables.reduce(appended, withoutTables(text, client, [gateServer]))
      const back = missing.map((name) => [name, servers?.[name]] as const)
      return checked(edited, root.content, client, new Map([...others, ...back]), tables.join("\n"))
    }
  }
}

type Table = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

const contentOf = (text: string): { readonly content: Table } | ClientFault => {
  try {
    return { content: parse(text) }
  } catch (cause) {
    if (cause instanceof TomlError)
      return { fault: `it is not TOML: ${cause.message.split("\n")[0]} (line ${cause.line}, column ${cause.column})` }
    return { fault: "it is not TOML" }
  }
}

const gateTable = ({ member }: McpClient, { command, args }: GateEntry): string =>
  stringify({ [member]: { [gateServer]: { command, args } } })

const appended = (text: string, table: string): string => {
  if (table === "") return text
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  const begin = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol
  return text + begin + table.replaceAll(/\r?\n/g, eol)
}

/** The lines of a text with their line ends, each with the name of the server whose table it belongs to. */
const linesOf = (text: string, { member }: McpClient) => {
  let server: string | undefined
  const lines = text.split(/(?<=\n)/).map((line) => {
    if (/^[ \t]*\[/.test(line)) server = serverOf(line, member, server)
    return { line, server }
  })
  // Blank lines and comments at the end of a table belong to the next one.
  for (let at = lines.length - 1; at >= 0; at--) {
    const here = lines[at]
    const next = lines[at + 1]
    if (here === undefined || !/^\s*(?:#.*)?$/.test(here.line)) continue
    if (here.server !== next?.server) lines[at] = { line: here.line, server: next?.server }
  }
  return lines
}

/** Returns the server of a table header, or `before` if the line is not a header. */
const serverOf = (line: string, member: string, before: string | undefined): string | undefined => {
  const content = contentOf(line)
  if ("fault" in content) return before
  const servers = content.content[member]
  return isTable(servers) ? Object.keys(servers)[0] : undefined
}

const withoutTables = (text: string, client: McpClient, names: ReadonlyArray<string>): string => {
  const all = linesOf(text, client)
  const kept = all.filter(({ server }) => server === undefined || !names.includes(server)).map(({ line }) => line)
  // The blank line before the last table was added with it.
  if (kept.length < all.length) while (kept.length > 1 && /^[ \t]*\r?\n$/.test(kept.at(-1) ?? "")) kept.pop()
  return kept.join("")
}

const tablesOf = (text: string, client: McpClient, name: string): string =>
  linesOf(text, client)
    .filter(({ server }) => server === name)
    .map(({ line }) => line)
    .join("")
    .trimEnd()
    .concat("\n")

/** Returns the edited text if only servers have changed. */
const checked = (
  edited: string,
  before: Table,
  { member }: McpClient,
  servers: ReadonlyMap<string, unknown>,
  table: string
): { readonly text: string } | ClientFault => {
  const now = contentOf(edited)
  const odd = {
    fault: `its "${member}" cannot be edited automatically; change it by hand, and add:\n${table}`
  }
  if ("fault" in now) return odd
  const plain = (content: unknown) => canonicalizeJson(JSON.parse(JSON.stringify(content, bigAsText)))
  const { [member]: found = {}, ...rest } = now.content
  const { [member]: _, ...old } = before
  return plain(rest) === plain(old) && plain(found) === plain(Object.fromEntries(servers)) ? { text: edited } : odd
}

const bigAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

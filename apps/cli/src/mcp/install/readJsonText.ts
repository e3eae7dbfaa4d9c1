import { locateOffset, quoted } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import {
  applyEdits,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
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

/** Reads a configuration in JSON with comments and trailing commas. */
export const readJsonText = (text: string, client: McpClient, home: string): ClientText | ClientFault => {
  const root = rootOf(text)
  if ("fault" in root) return root
  const list = root.members.get(client.member)
  if (list !== undefined && list.type !== "object")
    return { fault: `its member "${client.member}" is not an object (${placeOf(text, list.offset)})` }
  const members = list === undefined ? new Map<string, Node>() : membersOf(list, text)
  if ("fault" in members) return members
  const excess = refuseTooMany(members.size - (members.has(gateServer) ? 1 : 0))
  if (excess !== undefined) return excess
  const entries = new Map([...members].map(([name, node]) => [name, getNodeValue(node) as unknown]))
  const gate = entries.get(gateServer)
  if (gate !== undefined && !isGate(gate)) return nameIsTaken
  const others = [...entries].filter(([name]) => name !== gateServer)
  const path = (name: string) => [client.member, name]
  return {
    text,
    servers: others.map(([name, entry]) => {
      const twice = memberTwice(members.get(name), text)
      return twice === undefined ? convertServer(name, entry, client, home) : { name, draft: { obstacle: twice } }
    }),
    folders: foldersIn(root),
    withGate: (gate: GateEntry, without) => {
      const kept = others.filter(([name]) => !without.includes(name))
      const entry = client.name === "vscode" ? { type: "stdio", ...gate } : gate
      const edited = edit(text, [...without.map((name) => [path(name), undefined] as const), [path(gateServer), entry]])
      return checked(edited, text, client, new Map([...kept, [gateServer, entry]]))
    },
    withoutGate: (before, names) => {
      const missing = names.filter((name) => !entries.has(name))
      const back =
        before === undefined ? [] : missing.map((name) => [name, entryIn(before.text, client, name)] as const)
      const edited = edit(text, [
        ...(gate === undefined ? [] : [[path(gateServer), undefined] as const]),
        ...back.map(([name, entry]) => [path(name), entry] as const)
      ])
      return checked(edited, text, client, new Map([...others, ...back]))
    }
  }
}

interface Root {
  readonly members: ReadonlyMap<string, Node>
}

const rootOf = (text: string): Root | ClientFault => {
  // Some clients start with an empty file.
  if (text.trim() === "") return { members: new Map() }
  const errors: Array<ParseError> = []
  const root = treeOf(text, errors)
  if (root === "deep" || (root !== undefined && isDeeper(root, deepest))) return { fault: "it is nested too deeply" }
  const [error] = errors
  if (error !== undefined)
    return { fault: `it is not JSON: ${printParseErrorCode(error.error)} at ${placeOf(text, error.offset)}` }
  if (root?.type !== "object") return { fault: "it is not a JSON object" }
  const members = membersOf(root, text)
  return "fault" in members ? members : { members }
}

const treeOf = (text: string, errors: Array<ParseError>): Node | undefined | "deep" => {
  try {
    return parseTree(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true })
  } catch {
    // The parser has no depth limit.
    return "deep"
  }
}

const isDeeper = ({ children = [] }: Node, than: number): boolean =>
  than === 0 ? children.length > 0 : children.some((child) => isDeeper(child, than - 1))

/** Deepest nesting that is read. */
const deepest = 200

/** Reports a duplicate member, as the predicate of a sentence. Clients may disagree on which one counts. */
const memberTwice = (node: Node | undefined, text: string): string | undefined => {
  const members = node?.type === "object" ? membersOf(node, text) : []
  if ("fault" in members) return members.fault.replace(/^it /, "")
  for (const child of node?.children ?? []) {
    const found = memberTwice(child, text)
    if (found !== undefined) return found
  }
  return undefined
}

const membersOf = (node: Node, text: string): ReadonlyMap<string, Node> | ClientFault => {
  const members = new Map<string, Node>()
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (key === undefined || value === undefined) continue
    const name = String(key.value)
    if (members.has(name)) return { fault: `it has the member ${quoted(name)} twice (${placeOf(text, key.offset)})` }
    members.set(name, value)
  }
  return members
}

/** Returns the folders that have separate servers in Claude Code: `{ projects: { FOLDER: { mcpServers } } }`. */
const foldersIn = ({ members }: Root): ReadonlyArray<string> => {
  const projects = members.get("projects")
  const found: unknown = projects === undefined ? {} : getNodeValue(projects)
  return Object.entries(found ?? {}).flatMap(([folder, project]) =>
    Object.keys(project?.mcpServers ?? {}).length === 0 ? [] : [folder]
  )
}

/** Returns a position for people, as "line 3, column 7". */
const placeOf = (text: string, offset: number): string => {
  const { line, column } = locateOffset(text, offset)
  return `line ${line}, column ${column}`
}

const entryIn = (text: string, client: McpClient, name: string): unknown => {
  const root = rootOf(text)
  const list = "fault" in root ? undefined : root.members.get(client.member)
  const value = list === undefined ? {} : (getNodeValue(list) as Readonly<Record<string, unknown>>)
  return value[name]
}

/** Sets values at these paths in a text. `undefined` if the library cannot. */
const edit = (
  text: string,
  changes: ReadonlyArray<readonly [path: Array<string>, value: unknown]>
): string | undefined => {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : ""
  let edited = text.slice(mark.length)
  // The library formats the whole line of an edit in quadratic time.
  const lines = [...text.split("\n"), ...changes.map(([, value]) => JSON.stringify(value) ?? "")]
  const isDense = lines.some((line) => line.split(",").length > mostOfLine)
  const style = isDense ? {} : { formattingOptions: formatOf(edited) }
  try {
    for (const [path, value] of changes) edited = applyEdits(edited, modify(edited, path, value, style))
  } catch {
    return undefined
  }
  return mark + (text.trim() === "" && edited !== "" ? `${edited}\n` : edited)
}

/** Most comma-separated parts of a line for which an edit is formatted. */
const mostOfLine = 500

/** Detects the indentation of a text from its first indented line. */
const formatOf = (text: string) => {
  const [, indent = "  "] = /^([ \t]+)\S/m.exec(text) ?? []
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n"
  }
}

/** Returns the edited text if only servers have changed. */
const checked = (
  edited: string | undefined,
  before: string,
  { member }: McpClient,
  servers: ReadonlyMap<string, unknown>
): { readonly text: string } | ClientFault => {
  const odd = { fault: `its "${member}" cannot be edited automatically; change it by hand` }
  if (edited === undefined) return odd
  const [old, now] = [rootOf(before), rootOf(edited)]
  if ("fault" in old || "fault" in now) return odd
  const rest = ({ members }: Root) =>
    canonicalizeJson([...members].filter(([name]) => name !== member).map(([name, node]) => [name, getNodeValue(node)]))
  const list = now.members.get(member)
  const found = list === undefined ? {} : getNodeValue(list)
  return rest(old) === rest(now) && canonicalizeJson(found) === canonicalizeJson(Object.fromEntries(servers))
    ? { text: edited }
    : odd
}

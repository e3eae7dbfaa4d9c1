import { canonicalizeJson } from "@toolgate/core/json"
import { McpConfigInvalid, type McpConfigOptions, parseMcpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import { type Document, isMap, isScalar, isSeq, parseDocument, visit, YAMLMap } from "yaml"
import { getOverlayContent, layout, putOverlays } from "../propose/formatOverlays.ts"
import type { OverlayDraft } from "../propose/OverlayDraft.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/** A server to be written into a `mcp.yaml`. */
export interface DraftedServer {
  readonly name: string
  readonly draft: ServerDraft
  /** A note that is written above the server as a comment. */
  readonly note?: string | undefined
}

const header = `# The MCP servers behind the gate. See "toolgate mcp add --help".\n`

/**
 * Adds servers to the text of a `mcp.yaml`, which may not exist yet. A server of the same name is replaced; everything else stays, comments
 * included. Fails if the text is invalid before or after.
 */
export const addServers = (
  text: string | undefined,
  path: string,
  servers: ReadonlyArray<DraftedServer>,
  options: McpConfigOptions = {}
): Effect.Effect<string, McpConfigInvalid> =>
  edited(text ?? `${header}servers: {}\n`, path, options, (document, before) => {
    const map = serversOf(document)
    for (const { name, draft, note } of servers) {
      const node = entryNode(document, draft)
      if (note !== undefined) node.commentBefore = ` ${note}`
      map.set(name, node)
    }
    map.flow = map.items.length === 0
    return { ...before, ...Object.fromEntries(servers.map(({ name, draft }) => [name, draft])) }
  })

/** Returns the text of a `mcp.yaml` without a server. */
export const removeServer = (
  text: string,
  path: string,
  name: string,
  options: McpConfigOptions = {}
): Effect.Effect<string, McpConfigInvalid> =>
  edited(text, path, options, (document, before) => {
    const map = serversOf(document)
    const [first] = map.items
    // The library assigns the comment above the first server to the whole map.
    if (isScalar(first?.key) && first.key.value === name) map.commentBefore = null
    map.delete(name)
    if (map.items.length === 0) map.flow = true
    const { [name]: _, ...others } = before
    return others
  })

/** Adds overlays for tools that the text of a `mcp.yaml` does not mention yet. */
export const addOverlays = (
  text: string,
  path: string,
  server: string,
  overlays: ReadonlyArray<OverlayDraft>,
  options: McpConfigOptions = {}
): Effect.Effect<string, McpConfigInvalid> =>
  edited(text, path, options, (document, before) => {
    const servers = serversOf(document)
    const entry = servers.get(server)
    const { tools = {} } = before[server] as { readonly tools?: Servers }
    const fresh = overlays.filter(({ tool }) => !Object.hasOwn(tools, tool))
    if (isMap(entry) && fresh.length > 0) {
      servers.flow = false
      entry.flow = false
      const found = entry.get("tools")
      const map = isMap(found) ? found : new YAMLMap()
      if (map !== found) entry.set("tools", map)
      putOverlays(map, fresh)
    }
    const put = Object.fromEntries(fresh.map((overlay) => [overlay.tool, getOverlayContent(overlay)]))
    return fresh.length === 0
      ? before
      : { ...before, [server]: { ...(before[server] as Servers), tools: { ...tools, ...put } } }
  })

/** The library compares every pair of keys; the parser of `mcp.yaml` is faster. */
const readingOptions = { version: "1.2", schema: "core", merge: false, uniqueKeys: false } as const

const edited = Effect.fnUntraced(function* (
  text: string,
  path: string,
  options: McpConfigOptions,
  change: (document: Document, before: Servers) => Servers
): Effect.fn.Return<string, McpConfigInvalid> {
  const { leftOut } = yield* parseMcpConfig(text, path, options)
  const document = parseDocument(text, readingOptions)
  const uneditable = McpConfigInvalid.of({
    problems: [{ source: path, message: "it cannot be edited automatically; change it by hand" }],
    more: 0
  })
  // Only invalid entries have errors or aliases here.
  if (document.errors.length > 0 || holdsAlias(document)) return yield* uneditable
  const before: { readonly servers?: Servers } = document.toJS()
  const wanted = { ...before, servers: change(document, before.servers ?? {}) }
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  const after = document.toString(layout).replaceAll("\n", eol)
  // An entry that was already invalid stays unchanged.
  const unfit = (yield* parseMcpConfig(after, path, options)).leftOut.find(
    ({ what, name }) => !leftOut.some((one) => one.what === what && one.name === name)
  )
  if (unfit !== undefined) return yield* McpConfigInvalid.of(unfit)
  const found = parseDocument(after, readingOptions).toJS()
  if (canonicalizeJson(found) === canonicalizeJson(wanted)) return after
  return yield* uneditable
})

const holdsAlias = (document: Document): boolean => {
  let found = false
  visit(document, {
    Alias: () => {
      found = true
      return visit.BREAK
    }
  })
  return found
}

/** The plain content of entries, by their names. */
type Servers = Readonly<Record<string, unknown>>

const serversOf = (document: Document): YAMLMap => {
  const found = document.get("servers")
  if (isMap(found)) return found
  const made = document.createNode({}) as YAMLMap
  document.set("servers", made)
  return made
}

/** Returns the node of a server, with lists on one line. */
const entryNode = (document: Document, draft: ServerDraft): YAMLMap => {
  const node = document.createNode(draft) as YAMLMap
  const command = node.get("command")
  if (isSeq(command)) command.flow = true
  const files = node.get("files")
  if (isSeq(files)) for (const file of files.items) if (isMap(file)) file.flow = true
  return node
}

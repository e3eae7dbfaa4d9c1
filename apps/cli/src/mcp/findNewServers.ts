import { type McpServerEntry, parseMcpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { formatLeftOutSentence } from "../text/formatLeftOut.ts"
import { WrongUse } from "../WrongUse.ts"
import type { ServerRights } from "./install/draftServer.ts"
import { findServerDifferences } from "./install/findServerDifferences.ts"
import { getPackagesFolder } from "./mcpFile.ts"
import type { ChosenServer } from "./readChosenServers.ts"

/** A `mcp.yaml` and how a command treats servers in it. */
export interface KnownServers {
  readonly path: string
  /** The text of the file, if it exists. */
  readonly text: string | undefined
  /** The requested rights. They must match those of an existing entry. */
  readonly rights?: ServerRights
  /** Returns what to do about other servers of the same names. */
  readonly remedy: (names: ReadonlyArray<string>) => string
}

/**
 * Returns the servers that a `mcp.yaml` does not have yet. Existing ones are reported and used as they are. Fails if a name belongs to a
 * different server.
 */
export const findNewServers = Effect.fnUntraced(function* (
  chosen: ReadonlyArray<ChosenServer>,
  { path, text, rights, remedy }: KnownServers
) {
  const config = text === undefined ? undefined : yield* parseMcpConfig(text, path)
  const known = config?.servers ?? new Map<string, McpServerEntry>()
  const broken = config?.leftOut.find(({ what, name }) => what === "server" && chosen.some((one) => one.name === name))
  if (broken !== undefined)
    return yield* new WrongUse({
      message: `${JSON.stringify(path)} has a server "${broken.name}" that cannot be used. ${formatLeftOutSentence(broken)} Correct it, or remove it first: toolgate mcp remove ${broken.name}`
    })
  const others: Array<{ readonly name: string; readonly differing: string }> = []
  const kept: Array<McpServerEntry> = []
  for (const { name, draft } of chosen) {
    const entry = known.get(name)
    if (entry === undefined || "obstacle" in draft) continue
    const differing = [
      ...(yield* findServerDifferences(entry, draft, getPackagesFolder())),
      ...(rights === undefined || hasRights(entry, rights) ? [] : ["its rights"])
    ]
    if (differing.length === 0) kept.push(entry)
    else others.push({ name, differing: differing.join(", ") })
  }
  if (others.length > 0)
    return yield* new WrongUse({
      message: `${JSON.stringify(path)} has another server of the same name: ${others.map(({ name, differing }) => `"${name}" differs in ${differing}`).join("; ")}. ${remedy(others.map(({ name }) => name))}`
    })
  const screen = yield* Screen
  for (const { name, source } of kept)
    yield* screen.notice(
      `toolgate: The server "${name}" is in ${JSON.stringify(path)} already, and is used as it is${source.kind === "stdio" && source.unconfined ? ", with all your rights" : ""}.\n`
    )
  return chosen.filter(({ name, draft }) => "obstacle" in draft || !known.has(name))
})

/** Whether an entry grants the requested rights, and is unconfined only if that was requested. */
const hasRights = ({ source }: McpServerEntry, { unconfined, network, files }: ServerRights): boolean =>
  source.kind === "http" ||
  (source.unconfined === unconfined &&
    (!network || source.network === "any") &&
    files.every(({ path, mode }) => source.files.some((one) => one.path === path && one.mode.includes(mode))))

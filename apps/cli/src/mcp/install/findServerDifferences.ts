import { existsSync, realpathSync } from "node:fs"
import { dirname } from "node:path"
import { holdsReference, splitReferences, trustReferences } from "@toolgate/local-secrets/references"
import { type HttpSource, type McpServerEntry, resolveSource, type StdioSource } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { findServerPackage, type PackagedServer } from "./findServerPackage.ts"
import { isVersion } from "./isVersion.ts"
import { readInstalledPackage } from "./readInstalledPackage.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/**
 * Describes the differences between an entry's server and a draft's, without quoting values. Empty if they are the same server. Operator
 * settings such as rights, limits and overlays are ignored. A reference in the entry is resolved if the draft has plain text; references in
 * the draft are never resolved, because they are not approved yet and may come from someone else.
 */
export const findServerDifferences = Effect.fnUntraced(function* (
  { name, source }: McpServerEntry,
  draft: ServerDraft,
  folder: string
): Effect.fn.Return<ReadonlyArray<string>> {
  const drafted = sourceOf(draft)
  const differing = yield* differences(source, drafted, { folder, isSame: (there, here) => there === here })
  if (differing.length === 0) return []
  const resolved = yield* Effect.option(resolveSource({ name, source }))
  if (Option.isNone(resolved)) return differing
  const values = textsOf(resolved.value.source)
  const resolvedText = new Map(textsOf(source).map((text, at) => [text, values[at]]))
  return yield* differences(source, drafted, {
    folder,
    isSame: (there, here) => there === here || (!holdsReference(here) && resolvedText.get(there) === plainText(here))
  })
})

/** Whether a text of the entry and one of the draft are equal. */
type IsSame = (there: string, here: string) => boolean

interface Comparing {
  readonly folder: string
  readonly isSame: IsSame
}

/** Returns all texts of a source that may contain references, in a fixed order. */
const textsOf = (source: McpServerEntry["source"]): ReadonlyArray<string> =>
  source.kind === "http"
    ? [source.url, ...Object.values(source.headers)]
    : [...source.command, ...Object.values(source.env)]

/** Returns the literal characters of a text, without references. */
const plainText = (text: string): string => {
  const parts = splitReferences(text)
  return "fault" in parts ? text : parts.join("")
}

/** Returns the folder of a server's installed package, if any. */
export const getPackageFolder = (source: McpServerEntry["source"], folder: string): string | undefined => {
  if (source.kind === "http" || !existsSync(folder)) return undefined
  const above = realpathSync(folder)
  return source.files.find(({ path }) => dirname(path) === above)?.path
}

const sourceOf = ({ url, headers = {}, command, env = {} }: ServerDraft): HttpSource | StdioSource => {
  const [program = "", ...args] = command ?? []
  return url === undefined
    ? { kind: "stdio", command: [program, ...args], env, files: [], network: "none", limits: {}, unconfined: false }
    : { kind: "http", url, headers }
}

const differences = (
  there: McpServerEntry["source"],
  here: McpServerEntry["source"],
  { folder, isSame }: Comparing
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    if (there.kind === "http" && here.kind === "http")
      return [
        ...(address(there.url) === address(here.url) || isSame(there.url, here.url) ? [] : ["its URL"]),
        ...namesOf("header", lowered(there.headers), lowered(here.headers), isSame)
      ]
    if (there.kind === "stdio" && here.kind === "stdio")
      return [
        ...(yield* ofCommands(there, here, { folder, isSame })),
        ...namesOf("variable", there.env, here.env, isSame)
      ]
    return ["the way in which it is reached"]
  })

/** Normalizes a URL. */
const address = (url: string): string => (URL.canParse(url) ? new URL(url).href : url)

const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const namesOf = (
  what: "header" | "variable",
  there: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string>>,
  isSame: IsSame
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(there), ...Object.keys(here)])]
    .filter((name) => {
      const [one, other] = [there[name], here[name]]
      return one === undefined || other === undefined || !isSame(one, other)
    })
    .map((name) => `its ${what} "${name}"`)

/** Compares an entry's command with the one that a draft would produce. */
const ofCommands = Effect.fnUntraced(function* (
  there: StdioSource,
  here: StdioSource,
  { folder, isSame }: Comparing
): Effect.fn.Return<ReadonlyArray<string>> {
  // Both the draft and the entry may contain references.
  const packaged = findServerPackage(here.command.map(trustReferences))
  if (packaged === undefined || "obstacle" in packaged) return ofWords(there.command, here.command, 1, isSame)
  const home = getPackageFolder(there, folder)
  if (home !== undefined) {
    const installed = yield* Effect.option(readInstalledPackage(packaged, home))
    if (Option.isNone(installed)) return ["its package"]
    const { command } = installed.value.draft
    const words = ofWords(there.command, command, command.length - packaged.args.length, isSame)
    return [...words, ...ofVersions(installed.value.exact, packaged)]
  }
  const fetched = findServerPackage(there.command.map(trustReferences))
  if (fetched === undefined || "obstacle" in fetched) return ["its command"]
  const [old = [], now = []] = [fetched, packaged].map(
    (one): ReadonlyArray<string> => [one.runner, nameOf(one.package), one.program ?? "", ...one.args]
  )
  return [...ofWords(old, now, 3, isSame), ...ofVersions(fetched.package, packaged)]
})

/** Compares two commands: the programs, then the arguments. */
const ofWords = (
  there: ReadonlyArray<string>,
  here: ReadonlyArray<string>,
  named: number,
  isSame: IsSame
): ReadonlyArray<string> => {
  const differing = Array.from({ length: Math.max(there.length, here.length) }, (_, at) => at).find((at) => {
    const [one, other] = [there[at], here[at]]
    return one === undefined || other === undefined || !isSame(one, other)
  })
  if (differing === undefined) return []
  return differing < named ? ["its command"] : ["its arguments"]
}

/** Compares the installed version of a package with the requested one, if any. */
const ofVersions = (there: string, { package: here }: PackagedServer): ReadonlyArray<string> =>
  isVersion(versionOf(there) ?? "", versionOf(here)) ? [] : ["its version"]

const versionOf = (named: string): string | undefined => /.(?:==|@)([^/@]*)$/.exec(named)?.[1]

const nameOf = (named: string): string => named.replace(/(?<=.)(?:==|@)[^/@]*$/, "")

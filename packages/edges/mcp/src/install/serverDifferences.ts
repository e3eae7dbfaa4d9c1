import { existsSync, realpathSync } from "node:fs"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { HttpSource, McpServerEntry, StdioSource } from "../config/McpConfig.ts"
import { resolveSource } from "../config/resolveSource.ts"
import { installedPackage } from "./installedPackage.ts"
import { isVersion } from "./isVersion.ts"
import { type PackagedServer, packagedServer } from "./packagedServer.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/**
 * Returns what differs between the server of an entry and the one of a draft, in words that hold no value of either; nothing if they are
 * the same server. What only the operator says does not count: rights, limits, overlays. If texts differ, the values count that their
 * references have. `folder` is the one beneath which packages are installed.
 */
export const serverDifferences = Effect.fnUntraced(function* (
  { name, source }: McpServerEntry,
  draft: ServerDraft,
  folder: string
): Effect.fn.Return<ReadonlyArray<string>> {
  const drafted = sourceOf(draft)
  const differing = yield* differences(source, drafted, folder)
  if (differing.length === 0) return []
  const resolved = yield* Effect.option(
    Effect.all([resolveSource({ name, source }), resolveSource({ name, source: drafted })])
  )
  if (Option.isNone(resolved)) return differing
  const [there, here] = resolved.value
  return yield* differences(there.source, here.source, folder)
})

/** Returns the folder of the package that was installed for a server; `undefined` if none was. */
export const packageFolder = (source: McpServerEntry["source"], folder: string): string | undefined => {
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

const differences = (there: McpServerEntry["source"], here: McpServerEntry["source"], folder: string) =>
  Effect.gen(function* () {
    if (there.kind === "http" && here.kind === "http")
      return [
        ...(address(there.url) === address(here.url) ? [] : ["its URL"]),
        ...namesOf("header", lowered(there.headers), lowered(here.headers))
      ]
    if (there.kind === "stdio" && here.kind === "stdio")
      return [...(yield* ofCommands(there, here, folder)), ...namesOf("variable", there.env, here.env)]
    return ["the way in which it is reached"]
  })

/** The address in the one form to which its spellings lead. */
const address = (url: string): string => (URL.canParse(url) ? new URL(url).href : url)

const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const namesOf = (
  what: "header" | "variable",
  there: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string>>
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(there), ...Object.keys(here)])]
    .filter((name) => there[name] !== here[name])
    .map((name) => `its ${what} "${name}"`)

/** Compares the command of an entry with the one that would be made of another. */
const ofCommands = Effect.fnUntraced(function* (there: StdioSource, here: StdioSource, folder: string) {
  const packaged = packagedServer(here.command)
  if (packaged === undefined || "obstacle" in packaged) return ofWords(there.command, here.command, 1)
  const home = packageFolder(there, folder)
  if (home !== undefined) {
    const installed = yield* Effect.option(installedPackage(packaged, home))
    if (Option.isNone(installed)) return ["its package"]
    const { command } = installed.value.draft
    const words = ofWords(there.command, command, command.length - packaged.args.length)
    return [...words, ...ofVersions(installed.value.exact, packaged)]
  }
  const fetched = packagedServer(there.command)
  if (fetched === undefined || "obstacle" in fetched) return ["its command"]
  const words = [fetched, packaged].map((one) => [one.runner, nameOf(one.package), one.program ?? "", ...one.args])
  return [...ofWords(words[0] ?? [], words[1] ?? [], 3), ...ofVersions(fetched.package, packaged)]
})

/** Compares two commands, whose first words name the program and the others are its arguments. */
const ofWords = (there: ReadonlyArray<string>, here: ReadonlyArray<string>, named: number): ReadonlyArray<string> => {
  const isSame = (from: number, to?: number) =>
    JSON.stringify(there.slice(from, to)) === JSON.stringify(here.slice(from, to))
  if (!isSame(0, named)) return ["its command"]
  return isSame(named) ? [] : ["its arguments"]
}

/** Compares the version of a package that is there with the one that another command names, if it names one. */
const ofVersions = (there: string, { package: here }: PackagedServer): ReadonlyArray<string> =>
  isVersion(versionOf(there) ?? "", versionOf(here)) ? [] : ["its version"]

const versionOf = (named: string): string | undefined => /.(?:==|@)([^/@]*)$/.exec(named)?.[1]

const nameOf = (named: string): string => named.replace(/(?<=.)(?:==|@)[^/@]*$/, "")

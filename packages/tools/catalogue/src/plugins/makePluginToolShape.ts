import { posix } from "node:path"
import { describeUnknownName, quoted } from "@toolgate/core"
import {
  anyText,
  type FileReading,
  type Located,
  listOf,
  locateEntries,
  reportWrongType,
  type Shape,
  textOf,
  type YamlEntry,
  type YamlMap
} from "@toolgate/yaml-reading"
import { entry as catalogueEntry, type ToolEntry } from "../catalogue/entryShape.ts"
import type { FolderContent } from "./FolderContent.ts"

/** A tool in a manifest: a catalogue entry with the file or program that runs it. */
export interface PluginToolEntry {
  readonly entry: ToolEntry
  readonly source: PluginToolSource
}

/** The file or program of a plugin tool. */
export type PluginToolSource =
  | { readonly kind: "script"; readonly path: string; readonly export: string; readonly at: number }
  | { readonly kind: "wasm"; readonly path: string; readonly at: number }
  | { readonly kind: "command"; readonly words: ReadonlyArray<string>; readonly at: number }

const own = ["module", "function", "command"] as const
const catalogueKeys = Object.keys(catalogueEntry.schema.properties as object).filter((key) => key !== "implementation")

/** The shape of a plugin's tool. It accepts catalogue keys as well as its own. */
export const makePluginToolShape = (content: FolderContent): Shape<PluginToolEntry> => {
  const module = locateEntries(moduleOf(content))
  return {
    type: "a tool",
    schema: { type: "object" },
    beneath: [],
    read: (given, reading) => {
      const { node } = given
      if (node.kind !== "map") return reportWrongType("a map", given, reading)
      const known = knownOf(node, reading)
      const read = <A>(shape: Shape<A>, key: string): A | undefined => {
        const found = known.find((one) => one.key === key)
        return found && shape.read({ at: found.at, label: quoted(key), node: found.value }, reading)
      }
      const source = sourceOf(known, { at: given.at, reading }, () => ({
        module: read(module, "module"),
        function: read(exportName, "function"),
        command: read(words, "command")
      }))
      const entries = known.filter(({ key }) => !own.some((name) => name === key))
      const entry = catalogueEntry.read({ ...given, node: { ...node, entries } }, reading)
      return entry === undefined || source === undefined ? undefined : { entry, source }
    }
  }
}

/** Returns the known keys of a tool and reports the others. */
const knownOf = ({ entries }: YamlMap, reading: FileReading): ReadonlyArray<YamlEntry> =>
  entries.filter(({ key, at }) => {
    const keys = [...own, ...catalogueKeys]
    if (keys.includes(key)) return true
    reading.fault(at, () =>
      key === "implementation"
        ? 'a tool of a plugin has "module" or "command" in place of "implementation"'
        : describeUnknownName("key", key, keys, { where: "in a tool" })
    )
    return false
  })

const sourceOf = (
  known: ReadonlyArray<YamlEntry>,
  { at, reading }: { readonly at: number; readonly reading: FileReading },
  read: () => {
    readonly module: Located<Module> | undefined
    readonly function: Located<string> | undefined
    readonly command: Located<ReadonlyArray<string>> | undefined
  }
): PluginToolSource | undefined => {
  const placeOf = (key: string) => known.find((one) => one.key === key)?.at
  const given = read()
  const [module, command, named] = [placeOf("module"), placeOf("command"), placeOf("function")]
  if (module !== undefined && command !== undefined)
    return reading.fault(command, () => 'a tool runs in one way: "module" or "command"')
  if (command !== undefined && named !== undefined)
    return reading.fault(named, () => '"function" is for a "module", and this tool has a "command"')
  if (given.command !== undefined) return { kind: "command", words: given.command.value, at: given.command.at }
  if (module === undefined && command === undefined)
    return reading.fault(at, () => 'a tool of a plugin needs the key "module", or "command"')
  if (given.module === undefined || (named !== undefined && given.function === undefined)) return undefined
  const { path, kind } = given.module.value
  if (kind === "script") return { kind, path, export: given.function?.value ?? "default", at: given.module.at }
  return named === undefined
    ? { kind, path, at: given.module.at }
    : reading.fault(named, () => '"function" is for a script, and a WebAssembly module is run as a whole')
}

interface Module {
  readonly path: string
  readonly kind: "script" | "wasm"
}

/** The shape of the path of a module in the folder of its plugin. */
const moduleOf = ({ files }: FolderContent): Shape<Module> =>
  textOf("the path of a file in the plugin's folder", (text, { node }, reading) => {
    const fault = (why: string) => reading.fault(node.at, () => `${quoted(text)} ${why}`)
    const path = posix.normalize(text)
    if (/^(?:\/|[A-Za-z]:)|\\|[\p{Cc}\p{Cs}]/u.test(text))
      return fault('is not the path of a file in the plugin\'s folder: write it as in "src/tool.mjs"')
    if (path === ".." || path.startsWith("../")) return fault("leads out of the plugin's folder")
    const isThere = files.has(path)
    if (/\.py$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(text) && !isKnown.test(text) && !isThere) return fault(python)
    if (/\.py$/.test(text)) return fault(python)
    if (!isThere) return fault("does not exist in the plugin's folder")
    if (!isKnown.test(path)) return fault("cannot run here: a module ends in .js, .mjs, .ts, .mts or .wasm")
    return { path, kind: path.endsWith(".wasm") ? "wasm" : "script" }
  })

const isKnown = /\.(?:[cm]?[jt]s|wasm)$/

const python =
  'is a Python module, which cannot run here: write it in JavaScript, TypeScript or WebAssembly, or start it as a program under "command"'

const exportName: Shape<Located<string>> = locateEntries(
  textOf("the name of an export", (text, { node }, reading) =>
    /^[A-Za-z_$][\w$]{0,127}$/.test(text)
      ? text
      : reading.fault(node.at, () => `${quoted(text)} is not the name of an export`)
  )
)

const words = locateEntries(listOf("a list of words, the program first", anyText))

import { hash } from "node:crypto"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type {
  CommandImplementation,
  DescribedImplementation,
  FileContent,
  GuestSources,
  Json,
  JsonObject,
  ScriptImplementation,
  ToolImplementation,
  WasmImplementation
} from "@toolgate/core"
import { canonicalizeJson, copyJson } from "@toolgate/core/json"
import { readContent } from "@toolgate/processes/contents"

/**
 * Adds a description to an implementation: all of its data, completed or replaced by what its maker provides. A function
 * is described by its maker only. Variables may hold secrets, so their values become digests unless the maker shows them.
 */
export const describeImplementation = (one: ToolImplementation): ToolImplementation => {
  switch (one.kind) {
    case "provider":
      return one
    case "function":
      return withDescription(one, {}, [])
    case "command":
      return withDescription(one, commandRecipe(one), commandFiles(one))
    case "wasm":
      return withDescription(one, wasmRecipe(one), [pathOf(one.module)])
    case "script":
      return withDescription(one, scriptRecipe(one), typeof one.script === "function" ? [] : [pathOf(one.script)])
  }
}

const withDescription = <A extends DescribedImplementation>(
  one: A,
  derived: Recipe,
  paths: ReadonlyArray<string>
): A => {
  const members = Object.entries({ ...derived, ...one.recipe }).filter(([, member]) => member !== undefined)
  const files = filesOf(one.files ?? [], paths)
  return Object.freeze({
    ...one,
    ...(members.length === 0 ? {} : { recipe: copyJson(Object.fromEntries(members), unbounded) as JsonObject }),
    ...(files.length === 0 ? {} : { files })
  })
}

const unbounded = {
  depth: Number.POSITIVE_INFINITY,
  nodes: Number.POSITIVE_INFINITY,
  characters: Number.POSITIVE_INFINITY
}

type Recipe = Readonly<Record<string, Json | undefined>>

/** Returns the files that the maker read, and reads the others now. */
const filesOf = (given: ReadonlyArray<FileContent>, paths: ReadonlyArray<string>): ReadonlyArray<FileContent> => {
  const found = new Map(given.map(({ path, content }) => [path, content]))
  for (const path of paths) if (!found.has(path)) found.set(path, readContent(path))
  return Object.freeze(
    [...found]
      .map(([path, content]) => Object.freeze({ path, content }))
      .sort((one, other) => (one.path < other.path ? -1 : 1))
  )
}

// Defaults are omitted: arguments on standard input, text output, no variables, no folder.
const commandRecipe = ({ input, output, env, folder, result }: CommandImplementation): Recipe => ({
  input: input === "stdin" ? undefined : input,
  output: output === "text" ? undefined : output,
  environment: digestsOf(env),
  folder,
  result: result === undefined ? undefined : "made by the app"
})

const commandFiles = ({ argv: [program = ""], folder }: CommandImplementation): ReadonlyArray<string> =>
  folder !== undefined && program.startsWith("./") ? [resolve(folder, program)] : []

const wasmRecipe = ({ module, argv, env, folders, output, ...guest }: WasmImplementation): Recipe => ({
  module: pathOf(module),
  words: argv.slice(1),
  environment: digestsOf(env),
  folders,
  output: output === "json" ? undefined : output,
  ...sourcesOf(guest)
})

const scriptRecipe = ({ script, export: name, settings, calls, broker, ...guest }: ScriptImplementation): Recipe => ({
  script: typeof script === "function" ? "written for each call by the app" : pathOf(script),
  export: name === "default" ? undefined : name,
  settings: digestsOf(settings),
  calls: calls === 0 ? undefined : calls,
  broker: broker === undefined ? undefined : "made by the app",
  ...sourcesOf(guest)
})

const sourcesOf = ({ clock, random }: GuestSources): Recipe => ({
  clock: clock === "host" ? undefined : clock,
  random: random === "host" ? undefined : random
})

const digestsOf = (values: JsonObject): JsonObject | undefined => {
  const all = Object.entries(values)
  return all.length === 0
    ? undefined
    : Object.fromEntries(all.map(([name, value]) => [name, `sha256:${hash("sha256", canonicalizeJson(value))}`]))
}

/** Returns the path of a guest, or its name if it is not a file URL. */
const pathOf = (source: string | URL): string => {
  try {
    return typeof source === "string" && !source.startsWith("file:") ? resolve(source) : fileURLToPath(source)
  } catch {
    return String(source)
  }
}

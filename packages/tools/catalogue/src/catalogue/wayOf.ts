import { quoted, type ToolOptions, unknownName } from "@toolgate/core"
import type { Placed } from "@toolgate/yaml-reading"
import type { ToolEntry } from "./entryShape.ts"
import type { WrittenImplementation } from "./implementationShape.ts"
import { type Origin, sourceFile, sourceFolder } from "./sources.ts"

/** The part of a tool that says how it runs. */
type Way = Pick<ToolOptions<never>, "command" | "wasm">

/** Returns the way to run a tool here; `undefined` after reporting every problem of it. */
export const wayOf = (entry: ToolEntry, implementation: WrittenImplementation, origin: Origin): Way | undefined => {
  const { wasm, script, command, env, output } = implementation
  const { reading } = entry
  if (command !== undefined) return commandOf(entry, implementation, command, origin)
  if (script !== undefined) {
    const file = sourceFile(script, origin, reading)
    return file === undefined ? undefined : { wasm: { script: file } }
  }
  const module = wasm === undefined ? undefined : sourceFile(wasm, origin, reading)
  if (module === undefined) return undefined
  return {
    wasm: {
      module,
      ...(env === undefined ? {} : { env: Object.fromEntries(env.value) }),
      ...(output === undefined ? {} : { output: output.value })
    }
  }
}

const commandOf = (
  entry: ToolEntry,
  { input, output, env, folder }: WrittenImplementation,
  { value: argv, at }: Placed<ReadonlyArray<string>>,
  origin: Origin
): Way | undefined => {
  const { reading } = entry
  const fault = (message: () => string) => reading.fault(at, message)
  const [program = "", ...words] = argv
  if (program === "") return fault(() => '"command" must begin with a program')
  if (placeholdersIn(program).length > 0)
    return fault(() => "the program of a command is fixed: its first word has no placeholder")
  const filled = [...new Set(words.flatMap(placeholdersIn))]
  const way = input?.value ?? (filled.length === 0 ? "stdin" : "words")
  if (way === "words" && entry.parameters?.value.schemas !== "full")
    for (const name of filled) {
      const known = Object.keys(entry.parameters?.value.schema.properties ?? {})
      if (!known.includes(name))
        fault(() => `${unknownName("argument", name, known, { where: "in the command" })}${bracesIn(name)}`)
    }
  if (program.startsWith("./") && folder === undefined)
    return fault(() => `the program ${quoted(program)} is one of the tool's own: name its folder under "folder"`)
  const own = folder === undefined ? undefined : sourceFolder(folder, origin, reading)
  if (folder !== undefined && own === undefined) return undefined
  if (own !== undefined && program.startsWith("./")) {
    const inFolder = { ...origin, folder: own }
    if (sourceFile({ value: program, at }, inFolder, reading) === undefined) return undefined
  }
  return {
    command: {
      argv,
      input: way as Exclude<typeof way, "words">,
      ...(output === undefined ? {} : { output: output.value }),
      ...(env === undefined ? {} : { env: Object.fromEntries(env.value) }),
      ...(own === undefined ? {} : { folder: own })
    }
  }
}

/** Returns the names of the arguments that a word has a place for. `{{` and `}}` stand for the braces themselves. */
const placeholdersIn = (word: string): ReadonlyArray<string> =>
  [...word.matchAll(/\{\{|\}\}|\{(?<name>[A-Za-z_][\w-]*)\}/g)].flatMap(({ groups }) => groups?.name ?? [])

const bracesIn = (name: string): string => `; write "{{${name}}}" for the braces themselves`

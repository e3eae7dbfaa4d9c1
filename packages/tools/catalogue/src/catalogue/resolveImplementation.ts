import { isAbsolute } from "node:path"
import {
  describeUnknownName,
  type HostDeclaration,
  listPlaceholders,
  quoted,
  type Schema,
  type ToolOptions
} from "@toolgate/core"
import type { Located } from "@toolgate/yaml-reading"
import { checkPlaceholders } from "../http/httpShape.ts"
import { makeHttpTool } from "../http/makeHttpTool.ts"
import { describeCommand, describeEnvironment } from "./describeCommand.ts"
import type { ToolEntry } from "./entryShape.ts"
import type { WrittenImplementation } from "./implementationShape.ts"
import { type Origin, resolveSourceFile, resolveSourceFolder } from "./sources.ts"

/** The parts of a tool that define how it runs. */
interface Way extends Pick<ToolOptions<Schema>, "command" | "wasm" | "execute" | "recipe"> {
  /** Resources of every call, in addition to the entry's. */
  readonly reaches?: ReadonlyArray<HostDeclaration>
}

/** Returns how the tool runs here. Reports every problem and returns `undefined` if it cannot. */
export const resolveImplementation = (
  entry: ToolEntry,
  implementation: WrittenImplementation,
  origin: Origin
): Way | undefined => {
  const { wasm, script, command, http, env, output } = implementation
  const { reading } = entry
  if (http !== undefined) {
    if (entry.parameters?.value.schemas !== "full") checkPlaceholders(http.value, argumentsOf(entry), reading)
    const { implementation: way, resource } = makeHttpTool(
      http.value,
      origin.home === undefined ? {} : { home: origin.home }
    )
    return { execute: way.make().execute, ...(way.recipe && { recipe: way.recipe }), reaches: [resource] }
  }
  if (command !== undefined) return commandOf(entry, implementation, command, origin)
  if (script !== undefined) {
    const file = resolveSourceFile(script, origin, reading)
    return file === undefined ? undefined : { wasm: { script: file } }
  }
  const module = wasm === undefined ? undefined : resolveSourceFile(wasm, origin, reading)
  if (module === undefined) return undefined
  return {
    wasm: {
      module,
      ...(env === undefined ? {} : { env: Object.fromEntries(env.value), recipe: describeEnvironment(env.value) }),
      ...(output === undefined ? {} : { output: output.value })
    }
  }
}

const commandOf = (
  entry: ToolEntry,
  { input, output, env, folder }: WrittenImplementation,
  { value: argv, at }: Located<ReadonlyArray<string>>,
  origin: Origin
): Way | undefined => {
  const { reading } = entry
  const fault = (message: () => string) => reading.fault(at, message)
  const [program = "", ...words] = argv
  if (program === "") return fault(() => '"command" must begin with a program')
  if (listPlaceholders(program).length > 0)
    return fault(() => "the program of a command is fixed: its first word has no placeholder")
  const filled = [...new Set(words.flatMap(listPlaceholders))]
  const way = input?.value ?? (filled.length === 0 ? "stdin" : "words")
  if (way === "words" && entry.parameters?.value.schemas !== "full")
    for (const name of filled) {
      const known = argumentsOf(entry)
      if (!known.includes(name))
        fault(() => `${describeUnknownName("argument", name, known, { where: "in the command" })}${bracesIn(name)}`)
    }
  if (isAbsolute(program)) origin.files.add(program)
  if (program.startsWith("./") && folder === undefined)
    return fault(() => `the program ${quoted(program)} belongs to the tool: name its folder under "folder"`)
  const own = folder === undefined ? undefined : resolveSourceFolder(folder, origin, reading)
  if (folder !== undefined && own === undefined) return undefined
  if (own !== undefined && program.startsWith("./")) {
    const inFolder = { ...origin, folder: own }
    if (resolveSourceFile({ value: program, at }, inFolder, reading) === undefined) return undefined
  }
  return {
    command: {
      argv,
      input: way,
      ...(output === undefined ? {} : { output: output.value }),
      ...(env === undefined ? {} : { env: Object.fromEntries(env.value) }),
      ...(own === undefined ? {} : { folder: own }),
      ...describeCommand({ argv, env: env?.value ?? new Map(), folder: own, workspace: origin.workspace })
    }
  }
}

const argumentsOf = ({ parameters }: ToolEntry): ReadonlyArray<string> =>
  Object.keys(parameters?.value.schema.properties ?? {})

const bracesIn = (name: string): string => `; write "{{${name}}}" for the braces themselves`

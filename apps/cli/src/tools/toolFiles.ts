import { statSync } from "node:fs"
import { extname, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Tool } from "toolgate"
import { readInputFile } from "../input/readInputFile.ts"
import { Stop } from "../Stop.ts"
import { WrongUse } from "../WrongUse.ts"
import { collectModuleTools } from "./collectModuleTools.ts"
import { readToolsJson } from "./readToolsJson.ts"

/** The flag `--tools`, which may be repeated. */
export const toolFiles = Flag.String("tools").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "The app's tools: a module that exports them, and is run, or a JSON file with their definitions"
  ),
  Flag.atLeast(0)
)

/** The flag `--tools` of commands that show whole definitions, which may be repeated. */
export const toolModules = Flag.String("tools").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("The app's tools: a module that exports them, and is run"),
  Flag.filter(
    (file) => extname(file) !== ".json",
    () => "a module: definitions in JSON have no descriptions"
  ),
  Flag.atLeast(0)
)

/**
 * Returns the tools of these files. A module is code that runs, so only the command line can name one, never a policy.
 */
export const loadToolFiles = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const tools: Array<Tool> = []
  for (const file of files) tools.push(...(yield* toolsOf(file)))
  return tools
})

const toolsOf = Effect.fnUntraced(function* (file: string) {
  const isModule = modules.has(extname(file))
  if (file === "")
    return yield* new WrongUse({ message: 'The flag "--tools" is empty; name a file, or remove the flag.' })
  if (!isModule && extname(file) !== ".json")
    return yield* new WrongUse({
      message: `"${file}" is neither a module (${[...modules].join(", ")}) nor definitions (.json).`
    })
  const unusable = (fault: string) => new WrongUse({ message: `The tools of "${file}" cannot be used: ${fault}` })
  const unloaded = (fault: string, cause?: unknown) =>
    new WrongUse({ message: `The tools of "${file}" cannot be loaded: ${fault}.`, cause })
  if (!isModule) {
    const { signal } = yield* Stop
    const text = yield* Effect.mapError(readInputFile(file, signal), (words) => unloaded(`the file ${words}`))
    return text === undefined ? yield* unloaded(stopped) : yield* Effect.mapError(readToolsJson(text), unusable)
  }
  // Opening a pipe waits until another process writes to it, and signals would go unheard.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    return yield* unloaded("a module must be a regular file")
  const tools = collectModuleTools(
    yield* Effect.mapError(
      loaded(() => import(pathToFileURL(resolve(file)).href)),
      (cause) => unloaded(reasonOf(cause), cause)
    )
  )
  return tools.length > 0
    ? tools
    : yield* unusable("it exports neither a tool nor a list of tools, as defineTool makes them.")
})

const modules: ReadonlySet<string> = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"])

const stopped = "the command was stopped"

/** Returns the result of loading a module. Loading may take for ever, and ends when the command has to stop. */
const loaded = Effect.fnUntraced(function* <A>(load: () => Promise<A>) {
  const { signal } = yield* Stop
  const stop = Effect.callback<never, Error>((resume) => {
    const stop = () => resume(Effect.fail(new Error(stopped)))
    signal.addEventListener("abort", stop, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", stop))
  })
  return yield* Effect.raceFirst(Effect.tryPromise({ try: load, catch: (cause: unknown) => cause }), stop)
})

const reasonOf = (cause: unknown): string => {
  const said = cause instanceof Error ? cause.message : String(cause)
  return (said.trim().split("\n")[0] ?? "").replace(/\.$/, "")
}

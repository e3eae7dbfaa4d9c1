import {
  type CommandImplementation,
  type FunctionImplementation,
  type GuestSources,
  quoted,
  type ScriptImplementation,
  type ToolImplementation,
  type WasmImplementation
} from "@toolgate/core"
import { isJsonObject, NotJson } from "@toolgate/core/json"
import { formatLiteral } from "./formatLiteral.ts"

/**
 * Returns the problems of an implementation, including its factory: a tool with state needs a new instance for every call,
 * so that calls cannot see each other's state.
 */
export const findImplementationProblems = (implementation: ToolImplementation): ReadonlyArray<string> => [
  ...recipeProblems(implementation),
  ...wayProblems(implementation)
]

// The recipe was copied by `copyImplementation`.
const recipeProblems = (implementation: ToolImplementation): ReadonlyArray<string> => {
  const recipe: unknown = implementation?.kind === "provider" ? undefined : implementation?.recipe
  if (recipe === undefined) return []
  if (recipe instanceof NotJson)
    return [`the recipe of an implementation at ${quoted(recipe.pointer, 200)} ${recipe.reason}`]
  return isJsonObject(recipe) ? [] : ['the "recipe" of an implementation must be an object']
}

const wayProblems = (implementation: ToolImplementation): ReadonlyArray<string> => {
  switch (implementation?.kind) {
    case "function":
      return functionProblems(implementation)
    case "command":
      return commandProblems(implementation)
    case "wasm":
      return wasmProblems(implementation)
    case "script":
      return scriptProblems(implementation)
    case "provider":
      return providerProblems(implementation)
    default:
      return [`an implementation must be of the kind ${kinds}`]
  }
}

const kinds = '"function", "command", "wasm", "script" or "provider"'

const functionProblems = (implementation: FunctionImplementation): ReadonlyArray<string> => {
  if (typeof implementation.make !== "function")
    return ['an implementation of kind "function" needs a "make" that returns an instance']
  if (typeof implementation.stateless !== "boolean") return ['"stateless" must be true or false']
  const once = tried(implementation)
  if (typeof once === "string") return [once]
  if (implementation.stateless) return []
  const again = tried(implementation)
  if (typeof again === "string") return [again]
  return once.instance === again.instance
    ? [
        "its factory returns the same instance twice: return a fresh instance for every call, or declare the tool stateless"
      ]
    : []
}

const commandProblems = ({
  argv,
  input,
  output,
  result,
  env,
  folder
}: CommandImplementation): ReadonlyArray<string> => [
  ...(isTexts(argv) && argv.length > 0 && argv[0] !== ""
    ? []
    : ['the "argv" of a command must be a list of strings that begins with a program']),
  ...(input === "stdin" || input === "argument" || input === "words" || (isTexts(input) && input.every(isPointer))
    ? []
    : ['the "input" of a command must be "stdin", "argument", "words", or a list of JSON pointers into the arguments']),
  ...outputProblems(output),
  ...(result === undefined || (typeof result === "function" && output === "text")
    ? []
    : ['the "result" of a command must be a function, beside the "output" "text"']),
  ...variableProblems(env),
  ...folderProblems(folder, argv, input)
]

const wasmProblems = (guest: WasmImplementation): ReadonlyArray<string> => [
  ...sourceProblems("module", guest.module),
  ...(isTexts(guest.argv) ? [] : ['the "argv" of a guest must be a list of strings']),
  ...(isTextMap(guest.env) ? [] : ['the "env" of a guest must map names to strings']),
  ...(isTextMap(guest.folders)
    ? []
    : ['the "folders" of a guest must map the names it knows to paths of the workspace']),
  ...outputProblems(guest.output),
  ...guestProblems(guest)
]

const scriptProblems = (guest: ScriptImplementation): ReadonlyArray<string> => [
  ...(typeof guest.script === "function" ? [] : sourceProblems("script", guest.script)),
  ...(guest.broker === undefined || typeof guest.broker === "function"
    ? []
    : ['the "broker" of a script must be a function']),
  ...(isText(guest.export) && guest.export !== "" && guest.export.length <= 256
    ? []
    : ['the "export" of a script must be the name of an export of at most 256 characters']),
  ...settingsProblems(guest.settings),
  ...callsProblems(guest.calls),
  ...guestProblems(guest)
]

// The settings were copied by `copyImplementation`.
const settingsProblems = (settings: unknown): ReadonlyArray<string> => {
  if (settings instanceof NotJson)
    return [`the setting of a script at ${quoted(settings.pointer, 200)} ${settings.reason}`]
  return isJsonObject(settings) ? [] : ['the "settings" of a script must be an object']
}

const sourceProblems = (what: string, source: unknown): ReadonlyArray<string> =>
  (typeof source === "string" && source !== "") || (source instanceof URL && source.protocol === "file:")
    ? []
    : [`the "${what}" of a guest must be a path or a file: URL`]

const guestProblems = ({ clock, random }: GuestSources): ReadonlyArray<string> =>
  (["clock", "random"] as const).flatMap((name) => {
    const value = { clock, random }[name]
    return value === "host" || Number.isSafeInteger(value)
      ? []
      : [`the "${name}" of a guest must be "host" or a whole number`]
  })

const callsProblems = (calls: unknown): ReadonlyArray<string> =>
  Number.isSafeInteger(calls) && (calls as number) >= 0
    ? []
    : ['the "calls" of a script must be a number of calls, or 0']

const outputProblems = (output: unknown): ReadonlyArray<string> =>
  output === "text" || output === "json" ? [] : ['the "output" of a program must be "text" or "json"']

// Systems cannot pass a text with NUL to a program.
const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\0")

const isTexts = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isText)

const isTextMap = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.entries(value).flat().every(isText)

const isPointer = (text: string): boolean => text.startsWith("/")

const tried = (implementation: FunctionImplementation): { readonly instance: object } | string => {
  try {
    const instance: unknown = implementation.make()
    const isInstance =
      typeof instance === "object" &&
      instance !== null &&
      "execute" in instance &&
      typeof instance.execute === "function"
    return isInstance ? { instance } : 'its factory must return an instance with an "execute" function, without waiting'
  } catch (cause) {
    return `its factory throws: ${quoted(cause instanceof Error ? cause.message : String(cause), 200)}`
  }
}

/** Returns the problems of a hosted tool's declarations, copied by `copyImplementation`. */
const providerProblems = ({ specs }: { readonly specs: unknown }): ReadonlyArray<string> => {
  if (specs instanceof NotJson)
    return [`the declaration for providers at ${quoted(specs.pointer, 200)} ${specs.reason}`]
  if (!isJsonObject(specs) || Object.keys(specs).length === 0)
    return ['a hosted tool needs a declaration for at least one provider: { openai: { type: "web_search" } }']
  return Object.entries(specs).flatMap(([provider, spec]) => [
    ...(/^[!-~]{1,64}$/.test(provider)
      ? []
      : [`the name of a provider must be 1 to 64 characters of visible ASCII, not ${formatLiteral(provider)}`]),
    ...(isJsonObject(spec) ? [] : [`the declaration for the provider ${formatLiteral(provider)} must be an object`])
  ])
}

const variableProblems = (env: unknown): ReadonlyArray<string> => {
  if (typeof env !== "object" || env === null || Array.isArray(env))
    return ['the "env" of a command must map names to strings']
  return Object.entries(env).flatMap(([name, value]) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      return [`the variable ${formatLiteral(name)} must have a name of letters, digits and "_"`]
    if (typeof value !== "string" || value.includes("\0")) return [`the variable "${name}" must be a string`]
    return readByLauncher.test(name)
      ? [`the variable "${name}" is read before the program is confined: set it with the program "env" in "argv"`]
      : []
  })
}

// The loader and shell that start a confined program run outside its confinement and read its environment.
const readByLauncher =
  /^(?:(?:LD|DYLD|GLIBC|MALLOC|BASH)_.*|GCONV_PATH|LOCPATH|NLSPATH|ENV|IFS|PS4|SHELLOPTS|BASHOPTS|ZDOTDIR)$/

const folderProblems = (
  folder: unknown,
  argv: unknown,
  input: CommandImplementation["input"]
): ReadonlyArray<string> => {
  const program: unknown = Array.isArray(argv) ? argv[0] : undefined
  const isInFolder = typeof program === "string" && program.startsWith("./")
  if (folder === undefined)
    return isInFolder && input === "words"
      ? [`the program ${formatLiteral(program)} lies in a folder of the tool: name it under "folder"`]
      : []
  if (typeof folder !== "string" || !/^(?:\/[^/\0]+)+$/.test(folder) || /\/\.{1,2}(?:\/|$)/.test(folder))
    return [`the "folder" of a command must be an absolute path without "." and "..", not ${formatLiteral(folder)}`]
  return isInFolder && /\/\.\.(?:\/|$)/.test(program)
    ? [`the program ${formatLiteral(program)} must lie in the folder of the tool`]
    : []
}

import type { Static, TSchema } from "typebox"
import type { JsonObject } from "./json/Json.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { StandardSchema } from "./StandardSchema.ts"
import type { CommandImplementation, ScriptImplementation, Tool, WasmImplementation } from "./Tool.ts"
import type { ToolInstance } from "./ToolInstance.ts"

type Needed = Pick<Tool, "name" | "description" | "sideEffects">

/**
 * The options of a tool. At least one of `execute`, `make`, `command` and `wasm` is required, which registration checks. A
 * single interface, so that compiler errors name only what is missing.
 */
export interface ToolOptions<P extends Tool["parameters"]>
  extends Needed,
    Partial<Omit<Tool, "parameters" | "implementations" | keyof Needed>>,
    Partial<ToolInstance<ArgsOf<P>>> {
  /**
   * The schema of the arguments: of TypeBox (`Type.Object`), a Standard Schema such as Zod's, or a JSON Schema. A
   * call whose arguments do not match it is refused.
   */
  readonly parameters: P
  /** The description of what `execute` or `make` runs, if that is not only code of this app: see `DescribedImplementation`. */
  readonly recipe?: JsonObject
  /** Returns a new instance for every call, for a tool with state or a `cancel` method. */
  readonly make?: () => ToolInstance<ArgsOf<P>>
  /** A program that the host sandbox runs confined. */
  readonly command?: CommandOptions
  /** A guest for the WebAssembly sandbox, in addition to the host implementation. The policy chooses. */
  readonly wasm?: GuestOptions
}

/** The options of a program. By default, it gets the arguments on standard input and prints text. */
export type CommandOptions = Pick<CommandImplementation, "argv"> & Partial<Omit<CommandImplementation, "kind">>

/** The options of a guest: a module or a script. By default, a module sees the workspace as "." and prints JSON. */
export type GuestOptions =
  | (Pick<WasmImplementation, "module"> & Partial<Omit<WasmImplementation, "kind">>)
  | (Pick<ScriptImplementation, "script"> & Partial<Omit<ScriptImplementation, "kind">>)

/**
 * The argument type of a schema: exact for TypeBox, the input type for a Standard Schema such as Zod's, a JSON object for
 * a handwritten schema.
 */
export type ArgsOf<P extends Tool["parameters"]> =
  P extends StandardSchema<infer Input> ? Input : P extends TSchema ? Static<P> : JsonObject

/**
 * Defines a tool. `execute` is a stateless function of this process. `make` returns a new instance for every call, for a
 * tool with state or a `cancel` method. `command` is a program, `wasm` a guest. The definition is checked when the tool is
 * registered.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, Type } from "toolgate"
 *
 * const countWords = defineTool({
 *   name: "count_words",
 *   description: "Counts the words of a text.",
 *   parameters: Type.Object({ text: Type.String() }),
 *   sideEffects: "NONE",
 *   execute: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length })
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [countWords] })
 * const { output } = await gate.dispatch({ id: "1", tool: "count_words", args: { text: "to be or not" } })
 * assert.deepEqual(output.value, { words: 4 })
 * const { error } = await gate.dispatch({ id: "2", tool: "count_words", args: { text: 4 } })
 * assert.equal(error?.why, "InvalidArgs")
 * ```
 */
export const defineTool = <const P extends Tool["parameters"]>(options: ToolOptions<P>): Tool => ({
  name: options.name,
  owner: options.owner,
  aliases: options.aliases ?? [],
  title: options.title,
  description: options.description,
  parameters: options.parameters,
  output: options.output,
  schemas: options.schemas ?? "portable",
  sideEffects: options.sideEffects,
  effects: options.effects ?? [],
  destructive: options.destructive ?? false,
  risk: options.risk ?? "SAFE",
  category: options.category,
  permission: options.permission,
  resources: resourcesOf(options),
  requiresWorkspace: options.requiresWorkspace ?? false,
  requiresCapability: options.requiresCapability ?? true,
  timeoutMs: options.timeoutMs ?? defaultTimeoutMs(options.sideEffects),
  callers: options.callers ?? ["direct"],
  ...(options.escalates === undefined ? {} : { escalates: options.escalates }),
  lazySchema: options.lazySchema ?? false,
  implementations: implementationsOf(options),
  examples: options.examples ?? []
})

/** Adds the declaration of a command with placeholders, unless the tool declares one. */
const resourcesOf = <P extends Tool["parameters"]>({ resources = [], command }: ToolOptions<P>): Tool["resources"] =>
  command?.input !== "words" || resources.some(({ kind }) => kind === "command")
    ? resources
    : [...resources, { kind: "command", argv: command.argv }]

const implementationsOf = <P extends Tool["parameters"]>(options: ToolOptions<P>): Tool["implementations"] => {
  const found: Array<Tool["implementations"][number]> = []
  const described = options.recipe === undefined ? {} : { recipe: options.recipe }
  if (options.make !== undefined) found.push({ kind: "function", make: options.make, stateless: false, ...described })
  else if (options.execute !== undefined) {
    const instance = options as ToolInstance<ArgsOf<P>>
    found.push({ kind: "function", make: () => instance, stateless: true, ...described })
  }
  if (options.command !== undefined)
    found.push({ kind: "command", input: "stdin", output: "text", env: {}, folder: undefined, ...options.command })
  if (options.wasm !== undefined) found.push(guestOf(options.name, options.wasm))
  return found
}

const guestOf = (name: string, guest: GuestOptions): WasmImplementation | ScriptImplementation =>
  "script" in guest
    ? { kind: "script", export: "default", settings: {}, calls: 0, clock: "host", random: "host", ...guest }
    : {
        kind: "wasm",
        argv: [name],
        env: {},
        folders: workspace,
        output: "json",
        clock: "host",
        random: "host",
        ...guest
      }

const workspace = Object.freeze({ ".": "." })

/** Returns the default time-out in milliseconds: ten minutes for code and network tools, one minute for others. */
const defaultTimeoutMs = (sideEffects: SideEffectClass) =>
  sideEffects === "EXECUTE" || sideEffects === "NETWORK" ? 600_000 : 60_000

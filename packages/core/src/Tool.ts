import type { Effect } from "effect/Effect"
import type { TSchema } from "typebox"
import type { JsonObject } from "./Json.ts"
import type { Refused } from "./Refused.ts"
import type { ResourceDeclaration } from "./Resource.ts"
import type { SideEffect, SideEffectClass } from "./SideEffect.ts"
import type { StandardSchema } from "./StandardSchema.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { ToolInstance } from "./ToolInstance.ts"

/** SAFE and LOW run as the policy says; HIGH and CRITICAL are for a person to confirm. */
export type ToolRisk = "SAFE" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"

/** A kind of permission that an operator can ask approval for as a whole. */
export type PermissionType = "network" | "filesystem" | "shell" | "compute"

/** A JSON Schema, written in TypeBox or by hand. */
export type Schema = TSchema | JsonObject

/**
 * What a tool promises, as plain data, which can be compared, stored and sent. Policies judge by it, people are asked about it, and
 * an agent is told of it.
 */
export interface ToolDefinition {
  /** Matches `^[A-Za-z0-9_.-]{1,128}$`. */
  readonly name: string
  /** Other names for the same tool, resolved before the policy sees the call. */
  readonly aliases: ReadonlyArray<string>
  readonly title: string | undefined
  readonly description: string
  readonly parameters: Schema
  /** What a structured result has to match. */
  readonly output: Schema | undefined
  /** `portable`: the subset that every provider takes. `full`: all of JSON Schema 2020-12, without remote references. */
  readonly schemas: "portable" | "full"
  readonly sideEffects: SideEffectClass
  readonly effects: ReadonlyArray<SideEffect>
  readonly destructive: boolean
  readonly risk: ToolRisk
  readonly category: string | undefined
  readonly permission: PermissionType | undefined
  /** What the arguments point at. Declared, never guessed from their names. */
  readonly resources: ReadonlyArray<ResourceDeclaration>
  /** It works on the workspace alone: none of its files may be declared within "host". */
  readonly requiresWorkspace: boolean
  /** False: an agent may call it without being given it by name. What its arguments point at is judged all the same. */
  readonly requiresCapability: boolean
  /** Wall time in milliseconds. No grant ever lengthens it. */
  readonly timeoutMs: number
  readonly callers: ReadonlyArray<"direct" | "chain">
  /** The ways to run it, as far as they are data: the kind of each, and of a command the program with its first words. */
  readonly implementations: ReadonlyArray<
    | { readonly kind: "command"; readonly argv: ReadonlyArray<string> }
    | { readonly kind: "function" | "wasm" | "script" }
  >
}

/** A tool as its author registers it: a definition with one or more ways to run it. Made by `defineTool`. */
export interface Tool extends ToolDefinition {
  /** A Standard Schema, such as Zod's, becomes JSON Schema when the tool is registered; its own checks run after the validation. */
  readonly parameters: Schema | StandardSchema
  readonly output: Schema | StandardSchema | undefined
  readonly implementations: ReadonlyArray<ToolImplementation>
}

/** One way to run a tool. The policy chooses the sandbox, and the sandbox the implementation that it can run. */
export type ToolImplementation =
  | FunctionImplementation
  | CommandImplementation
  | WasmImplementation
  | ScriptImplementation

/** Code of this process, trusted like the rest of it. */
export interface FunctionImplementation {
  readonly kind: "function"
  /** A fresh instance for every call. Only a `stateless` tool may answer with the same one twice. */
  readonly make: () => ToolInstance
  readonly stateless: boolean
}

/** What a program prints: text for the model as it stands, or one JSON value, which is its structured result. */
export type ProgramOutput = "text" | "json"

/** A program of the host. It works in the workspace, and an exit status other than 0 is a failure. */
export interface CommandImplementation {
  readonly kind: "command"
  /** The program and its first words: an argument vector, never a text for a shell to split. */
  readonly argv: ReadonlyArray<string>
  /**
   * How the call's arguments reach it: as JSON on its standard input, as JSON in one last word, or those that these JSON
   * pointers name as a word each, in this order: a string as it stands, anything else as JSON, what is absent not at all.
   */
  readonly input: "stdin" | "argument" | ReadonlyArray<string>
  readonly output: ProgramOutput
}

/** Where a guest takes time and chance from. */
export interface GuestSources {
  /** `host`: the time of day, to the millisecond. A number: a clock that begins there, in milliseconds since the epoch, and goes on by a millisecond each time it is read. */
  readonly clock: "host" | number
  /** `host`: the system's random numbers. A number: always the same ones. */
  readonly random: "host" | number
}

/** A WASI preview 1 command: the call's arguments are JSON on its standard input. */
export interface WasmImplementation extends GuestSources {
  readonly kind: "wasm"
  /** The module: a path, which starts at this process's working directory, or a `file:` URL. */
  readonly module: string | URL
  /** What it is told it was started with, its name first. */
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** The folders it finds open: the name it knows each by, and its path, which starts at the workspace. */
  readonly folders: Readonly<Record<string, string>>
  readonly output: ProgramOutput
}

/**
 * JavaScript, or TypeScript whose types can be erased: a module whose default export is a function from the call's arguments
 * to its result, or a promise of it.
 */
export interface ScriptImplementation extends GuestSources {
  readonly kind: "script"
  /** The source: a path, which starts at this process's working directory, or a `file:` URL. */
  readonly script: string | URL
  /** How many calls of other tools it may make, with the `callTool` of its second argument, `{ callTool }`. Each passes the gate. */
  readonly calls: number
}

/**
 * A tool whose definition was checked, with what the gate needs to handle its calls. The gate hands it to sandboxes, and everybody
 * else only its definition.
 */
export interface RegisteredTool {
  /** Frozen throughout. The same object until the tool is replaced or removed, so that what is made of it can be kept beside it. */
  readonly definition: ToolDefinition
  /** The SHA-256 of the definition as canonical JSON (RFC 8785), in hexadecimal: equal definitions have one digest in every process. */
  readonly digest: string
  readonly implementations: Tool["implementations"]
  /**
   * Reads the arguments of a call: parses `argsText` or copies `args`, freezes the result, validates it, and runs the checks of a
   * Standard Schema's own. A refusal lists every violation. Only such a check can make the effect wait.
   */
  readonly parse: (call: Pick<ToolCall, "args" | "argsText">) => Effect<JsonObject, Refused>
  /**
   * Returns why the tool's structured result does not match its `output`, in words, or `undefined` if it matches: as an effect if a
   * check of a Standard Schema's own waits.
   */
  readonly checkOutput: (value: unknown) => string | undefined | Effect<string | undefined>
}

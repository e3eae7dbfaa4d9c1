import type { Effect } from "effect/Effect"
import type { TSchema } from "typebox"
import type { JsonObject } from "./Json.ts"
import type { Refused } from "./Refused.ts"
import type { ResourceDeclaration } from "./Resource.ts"
import type { SideEffect, SideEffectClass } from "./SideEffect.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { ToolInstance } from "./ToolInstance.ts"

/** SAFE and LOW run as the policy says; HIGH and CRITICAL are for a person to confirm. */
export type ToolRisk = "SAFE" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"

/** A kind of permission that an operator can ask approval for as a whole. */
export type PermissionType = "network" | "filesystem" | "shell" | "compute"

/** A JSON Schema, written in TypeBox or by hand. */
export type Schema = TSchema | JsonObject

/** What a tool is: plain data that says what it promises, and one or more ways to run it. `defineTool` fills in the rest. */
export interface Tool {
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
  readonly requiresWorkspace: boolean
  /** False: an agent may call it without being given it by name. What its arguments point at is judged all the same. */
  readonly requiresCapability: boolean
  /** Wall time in milliseconds. No grant ever lengthens it. */
  readonly timeoutMs: number
  readonly callers: ReadonlyArray<"direct" | "chain">
  readonly implementations: ReadonlyArray<ToolImplementation>
}

/** One way to run a tool. The policy chooses the sandbox, and the sandbox the implementation that it can run. */
export type ToolImplementation = FunctionImplementation | CommandImplementation

/** Code of this process, trusted like the rest of it. */
export interface FunctionImplementation {
  readonly kind: "function"
  /** A fresh instance for every call. Only a `stateless` tool may answer with the same one twice. */
  readonly make: () => ToolInstance
  readonly stateless: boolean
}

/** A program: the words it is started with. What the call adds to them is the sandbox's affair. */
export interface CommandImplementation {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
}

/** A tool whose definition was checked, with what the gate needs to handle its calls. */
export interface RegisteredTool extends Tool {
  /** JSON text is parsed, the value copied, frozen and validated. Every violation is listed in one refusal. */
  readonly parse: (args: ToolCall["args"]) => Effect<JsonObject, Refused>
  /** Why the tool's structured result does not match its `output`, in words; `undefined` where it does. */
  readonly checkOutput: (value: unknown) => string | undefined
}

import type { Effect } from "effect/Effect"
import type { TSchema } from "typebox"
import type { FileContent } from "./FileContent.ts"
import type { GuestSources } from "./GuestSources.ts"
import type { Args, Json, JsonObject } from "./json/Json.ts"
import type { ErrorClass, Refused } from "./Refused.ts"
import type { ResourceDeclaration } from "./Resource.ts"
import type { BrokeredRun, ScriptBroker, WrittenScript } from "./ScriptBroker.ts"
import type { SideEffect, SideEffectClass } from "./SideEffect.ts"
import type { StandardSchema } from "./StandardSchema.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { ToolInstance } from "./ToolInstance.ts"

/** The risk of a tool's calls. SAFE and LOW calls run as the policy says; HIGH and CRITICAL calls are for a person to confirm. */
export type ToolRisk = "SAFE" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"

/** A kind of permission for which an operator can require approval as a whole. */
export type PermissionType = "network" | "filesystem" | "shell" | "compute"

/** A JSON Schema, written in TypeBox or by hand. */
export type Schema = TSchema | JsonObject

/**
 * The definition of a tool as plain data, which can be compared, stored and sent. Policies judge by it, people are asked about it,
 * and agents are told about it.
 */
export interface ToolDefinition {
  /** The name of the tool, which matches `^[A-Za-z0-9_.-]{1,128}$`. */
  readonly name: string
  /**
   * The identity of who provides the tool, such as a server's or a plugin's: `undefined` for a tool of the app's own. Whoever
   * registers the tool sets it. It is never taken from what a server or a plugin says.
   */
  readonly owner: string | undefined
  /** Further names for the tool. They are resolved before the policy sees a call. */
  readonly aliases: ReadonlyArray<string>
  readonly title: string | undefined
  readonly description: string
  readonly parameters: Schema
  /** The schema of a structured result. */
  readonly output: Schema | undefined
  /**
   * The dialect of the schemas. `portable`: the subset that every provider takes. `full`: all of JSON Schema 2020-12, without
   * remote references. `partial`: the same, and a part that cannot be checked is left to the tool.
   */
  readonly schemas: "portable" | "full" | "partial"
  readonly sideEffects: SideEffectClass
  readonly effects: ReadonlyArray<SideEffect>
  readonly destructive: boolean
  readonly risk: ToolRisk
  readonly category: string | undefined
  readonly permission: PermissionType | undefined
  /** The declarations of what the arguments point at. Nothing is guessed from the names of arguments. */
  readonly resources: ReadonlyArray<ResourceDeclaration>
  /** Whether the tool works on the workspace alone. None of its files may be declared within "host" then. */
  readonly requiresWorkspace: boolean
  /** Whether an agent needs the tool among its capabilities by name. What the arguments point at is judged in any case. */
  readonly requiresCapability: boolean
  /** The wall time of a call in milliseconds. No grant ever lengthens it. */
  readonly timeoutMs: number
  readonly callers: ReadonlyArray<"direct" | "chain">
  /**
   * Whether every call is a question to a person, whose answer is what the tool returns. No rule, kept answer or policy answers it,
   * and the answer permits nothing. Such a tool has the class NONE, points at nothing, and takes direct calls alone. Absent: false.
   */
  readonly escalates?: boolean
  /**
   * Whether a model is first told the name and the description alone. It asks for the schemas with the tool `describe_tool`. Says
   * nothing about who may call the tool.
   */
  readonly lazySchema: boolean
  /**
   * The ways to run the tool, as far as they are data: the kind of each with its description, the program of a command with its first
   * words, and all of what a provider is told of a hosted tool.
   */
  readonly implementations: ReadonlyArray<
    | (DescribedImplementation & { readonly kind: "command"; readonly argv: ReadonlyArray<string> })
    | ProviderImplementation
    | (DescribedImplementation & { readonly kind: "function" | "wasm" | "script" })
  >
}

/**
 * The canonical description of what an implementation runs. It is part of the tool's digest, so that an approval or a pin holds for
 * this implementation and no other. The gate compares the description and shows it to people; it never interprets it.
 */
export interface DescribedImplementation {
  /**
   * Everything that decides what a call does, beside its arguments: for example a method, a URL and a body. References to secrets stand
   * here by their names, and never with their values. Absent: the implementation is code of the app, which nothing describes.
   */
  readonly recipe?: JsonObject
  /** The files that run, such as a module or a script, with their contents. A sandbox compares them again just before it starts them. */
  readonly files?: ReadonlyArray<FileContent>
}

/**
 * A tool as its author registers it: a definition with one or more ways to run it. `defineTool` makes one.
 *
 * ```ts
 * import { builtins, type Tool } from "toolgate"
 *
 * const tools: ReadonlyArray<Tool> = builtins()
 * console.log(tools.map(({ name, sideEffects }) => `${name}: ${sideEffects}`).join("\n"))
 * ```
 */
export interface Tool extends ToolDefinition {
  /** The schema of the arguments. A Standard Schema, such as Zod's, becomes JSON Schema at registration; its own checks run after that. */
  readonly parameters: Schema | StandardSchema
  readonly output: Schema | StandardSchema | undefined
  readonly implementations: ReadonlyArray<ToolImplementation>
  /** The examples of calls, which `toolgate tools test` makes. They are no part of the definition. */
  readonly examples: ReadonlyArray<ToolExample>
}

/** An example of a call of a tool, with what its answer has to be. */
export interface ToolExample {
  readonly description?: string
  readonly args: JsonObject
  /** The files that the workspace of the call holds: the path of each in the workspace, and its text. */
  readonly files?: Readonly<Record<string, string>>
  /** The expected answer. What is absent is not compared. Without `error`, the call has to succeed. */
  readonly expect: { readonly value?: Json; readonly text?: string; readonly error?: ErrorClass }
}

/** A way to run a tool. The policy chooses the sandbox, and the sandbox chooses an implementation that it can run. */
export type ToolImplementation =
  | FunctionImplementation
  | CommandImplementation
  | WasmImplementation
  | ScriptImplementation
  | ProviderImplementation

/** An implementation in code of this process, which is trusted like the rest of the process. */
export interface FunctionImplementation extends DescribedImplementation {
  readonly kind: "function"
  /** Returns a fresh instance for every call. Only a `stateless` tool may return the same instance twice. */
  readonly make: () => ToolInstance
  readonly stateless: boolean
}

/** The format of a program's output: text, which goes to the model as it is, or one JSON value, which is the structured result. */
export type ProgramOutput = "text" | "json"

/** The output of a program that has ended by itself. */
export interface PrintedOutput {
  readonly args: JsonObject
  readonly status: number
  readonly stdout: string
  /** The standard error, cut if it is long. */
  readonly stderr: string
  /** Whether standard output was longer than its limit. Its middle is then left out, and a note stands there. */
  readonly isCut: boolean
}

/** An implementation as a program of the host. The program works in the workspace. An exit status other than 0 is a failure. */
export interface CommandImplementation extends DescribedImplementation {
  readonly kind: "command"
  /** The program and its first words: an argument vector, never a text for a shell to split. */
  readonly argv: ReadonlyArray<string>
  /**
   * The way in which the call's arguments reach the program: as JSON on standard input, as JSON in one last word, or as one word
   * for each of these JSON pointers, in this order. A string becomes its word as it is, any other value becomes JSON, and an absent
   * value no word. `words`: in the places of the placeholders `{name}` in `argv`, as `fillCommand` fills them. Such a command is
   * declared among the tool's resources.
   */
  readonly input: "stdin" | "argument" | "words" | ReadonlyArray<string>
  readonly output: ProgramOutput
  /**
   * Makes the call's result of what the program printed, in this process: for a program that does not print JSON, or whose exit status
   * other than 0 is not always a failure. It returns and raises what `execute` of a function may, and never waits. With it, `output`
   * is "text".
   */
  readonly result?: (printed: PrintedOutput) => unknown
  /** The variables that the program gets beside those of its grant. A variable of the same name in a policy does not replace them. */
  readonly env: Readonly<Record<string, string>>
  /**
   * The folder of the tool's own files, as an absolute path. A confined program sees it read-only. A first word of `argv` that begins
   * with "./" is a program in it.
   */
  readonly folder: string | undefined
}

/** An implementation as a WASI preview 1 command. The call's arguments are JSON on its standard input. */
export interface WasmImplementation extends GuestSources, DescribedImplementation {
  readonly kind: "wasm"
  /** The module: a path relative to this process's working directory, or a `file:` URL. */
  readonly module: string | URL
  /** The argument vector of the guest, its name first. */
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** The folders that are open to the guest: the name under which it sees each, and its path relative to the workspace. */
  readonly folders: Readonly<Record<string, string>>
  readonly output: ProgramOutput
}

/**
 * An implementation in JavaScript, or in TypeScript whose types can be erased: a module that exports a function from the call's
 * arguments to its result, or to a promise of it.
 */
export interface ScriptImplementation extends GuestSources, DescribedImplementation {
  readonly kind: "script"
  /**
   * The source: a path relative to this process's working directory, a `file:` URL, or a function that writes the source of each call
   * from its arguments.
   */
  readonly script: string | URL | ((args: Args) => WrittenScript)
  /** The name of the export that is called. */
  readonly export: string
  /** The `settings` of the function's second argument, `{ callTool, settings }`. Each call gets a frozen copy. */
  readonly settings: JsonObject
  /**
   * The number of calls of other tools that the script may make, with the `callTool` of its second argument. Each of them passes
   * through the gate.
   */
  readonly calls: number
  /** Makes what answers the script's calls, and the call itself, in this process. Without it, the sandbox answers with results. */
  readonly broker?: (run: BrokeredRun) => ScriptBroker
}

/**
 * An implementation that the provider of a model runs on its own machines. Nothing runs here: a local call is answered as deferred.
 * A tool with this implementation is hosted, and has no other.
 */
export interface ProviderImplementation {
  readonly kind: "provider"
  /** The declaration of the tool for each provider, such as "openai", "anthropic" or "gemini", in the provider's own words. */
  readonly specs: Readonly<Record<string, JsonObject>>
}

/**
 * A tool whose definition was checked, with what the gate needs to handle its calls. Only sandboxes get the whole object; everybody
 * else gets its definition.
 */
export interface RegisteredTool {
  /**
   * The definition, frozen throughout. It stays the same object until the tool is replaced or removed, so that a cache can be kept
   * beside it.
   */
  readonly definition: ToolDefinition
  /**
   * The SHA-256 of the definition as canonical JSON (RFC 8785), in hexadecimal. It covers everything but the time-out and the
   * dialect of the schemas. Equal definitions have equal digests in every process.
   */
  readonly digest: string
  readonly implementations: Tool["implementations"]
  readonly examples: Tool["examples"]
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
  /** The parts of the schemas that are left to the tool, each with its pointer and the reason. Only of a tool with partial schemas. */
  readonly unchecked?: ReadonlyArray<string> | undefined
}

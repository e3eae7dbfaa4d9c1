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

/**
 * The risk of a tool's calls. SAFE and LOW calls run as the policy says; HIGH and CRITICAL calls need a person's
 * confirmation.
 */
export type ToolRisk = "SAFE" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"

/** A kind of permission that an operator can put under approval as a whole. */
export type PermissionType = "network" | "filesystem" | "shell" | "compute"

/** A JSON Schema, written in TypeBox or by hand. */
export type Schema = TSchema | JsonObject

/**
 * The definition of a tool, as plain data that can be compared, stored and sent. Policies judge it, and people and agents
 * see it.
 */
export interface ToolDefinition {
  /** The tool name. It matches `^[A-Za-z0-9_.-]{1,128}$`. */
  readonly name: string
  /**
   * The provider of the tool, such as a server or a plugin; `undefined` for the app's own tools. The code that registers
   * the tool sets it. A server or plugin cannot set it.
   */
  readonly owner: string | undefined
  /** Alternative names. They are resolved before the policy sees a call. */
  readonly aliases: ReadonlyArray<string>
  /** The title for people, such as "Run a shell command". `undefined`: people see the name. */
  readonly title: string | undefined
  /** The purpose of the tool, when to use it and what it returns. A model reads this to decide about a call. */
  readonly description: string
  /** The schema of the arguments. A call whose arguments do not match it is refused before a policy is asked. */
  readonly parameters: Schema
  /** The schema of a structured result. */
  readonly output: Schema | undefined
  /**
   * The dialect of the schemas. `portable`: the subset that every provider accepts. `full`: all of JSON Schema 2020-12,
   * without remote references. `partial`: like `full`, but parts that the gate cannot check are left to the tool.
   */
  readonly schemas: "portable" | "full" | "partial"
  /**
   * The class of the tool: the most that it is able to do. `NONE` computes, `READ` looks, `WRITE` changes files in
   * the workspace, `EXECUTE` runs code or commands, `NETWORK` changes the world outside. By default, a person is
   * asked about the last three.
   */
  readonly sideEffects: SideEffectClass
  /**
   * The effects, in more detail than the class. The policy treats a call by the class of each effect as well. Default:
   * the effects of the class.
   */
  readonly effects: ReadonlyArray<SideEffect>
  /**
   * Whether a call can do what cannot be undone. A person is asked about each call, unless an allow rule answers.
   * Default: false.
   */
  readonly destructive: boolean
  /**
   * The harm that a wrong call can do. `HIGH`: a person is asked, unless an allow rule answers. `CRITICAL`: a person
   * is asked each time, and no rule answers. Default: `SAFE`.
   */
  readonly risk: ToolRisk
  /**
   * The category, for lists and for `allowed_categories` of a policy. The categories `web`, `code`, `data`, `math`,
   * `memory` and `routing` are also groups of a policy.
   */
  readonly category: string | undefined
  /** The permission type, whose settings under `permissions` of a policy apply to the tool. */
  readonly permission: PermissionType | undefined
  /** The resources that the arguments name. The gate never guesses them from argument names. */
  readonly resources: ReadonlyArray<ResourceDeclaration>
  /** Whether the tool only works in the workspace. It may then not declare files within "host". */
  readonly requiresWorkspace: boolean
  /** Whether an agent needs the tool in its list of capabilities. The resources of a call are judged in any case. */
  readonly requiresCapability: boolean
  /** The maximum wall time of a call, in milliseconds. A grant may shorten it but never extends it. */
  readonly timeoutMs: number
  /**
   * The callers that the tool accepts: `direct` for an agent, `chain` for scripts and other tools. Default: `direct`
   * alone.
   */
  readonly callers: ReadonlyArray<"direct" | "chain">
  /**
   * Whether every call is a question to a person, whose answer is the result of the tool. Rules, earlier answers and
   * policies never answer it, and the answer permits nothing. Such a tool has the class NONE, uses no resources and
   * accepts direct calls only. Absent: false.
   */
  readonly escalates?: boolean
  /**
   * Whether a model first sees only the name and the description. It can request the schemas with the tool
   * `describe_tool`. Does not restrict who may call the tool.
   */
  readonly lazySchema: boolean
  /**
   * The implementations as data: the kind of each with its description, the program and first words of a command, and the
   * full declaration of a hosted tool.
   */
  readonly implementations: ReadonlyArray<
    | (DescribedImplementation & {
        /** A program of the host. */
        readonly kind: "command"
        /** The program and its first words. */
        readonly argv: ReadonlyArray<string>
      })
    | ProviderImplementation
    | (DescribedImplementation & {
        /** A function of this process, or a guest. */
        readonly kind: "function" | "wasm" | "script"
      })
  >
}

/**
 * The canonical description of what an implementation runs. It is part of the tool's digest, so that an approval or a pin
 * is valid for this implementation only. The gate compares the description and shows it to people, but never interprets
 * it.
 */
export interface DescribedImplementation {
  /**
   * Everything besides the arguments that decides what a call does, such as a method, a URL and a body. Secrets appear by
   * name, never by value. Absent: the implementation is code of the app without a description.
   */
  readonly recipe?: JsonObject
  /**
   * The files that run, such as a module or a script, with their contents. A sandbox compares them again just before it
   * starts them.
   */
  readonly files?: ReadonlyArray<FileContent>
}

/**
 * A tool as its author registers it: a definition and one or more implementations. Create one with `defineTool`.
 *
 * ```ts
 * import { builtins, type Tool } from "toolgate"
 *
 * const tools: ReadonlyArray<Tool> = builtins()
 * console.log(tools.map(({ name, sideEffects }) => `${name}: ${sideEffects}`).join("\n"))
 * ```
 */
export interface Tool extends ToolDefinition {
  /**
   * The schema of the arguments. A Standard Schema, such as Zod's, is converted to JSON Schema at registration; its own
   * checks run afterwards.
   */
  readonly parameters: Schema | StandardSchema
  /** The schema of a structured result, as for `parameters`. A result that does not match it is a failure. */
  readonly output: Schema | StandardSchema | undefined
  /** The ways to run the tool. `defineTool` makes them of `execute`, `make`, `command` and `wasm`. */
  readonly implementations: ReadonlyArray<ToolImplementation>
  /** Example calls, run by `toolgate tools test`. They are not part of the definition. */
  readonly examples: ReadonlyArray<ToolExample>
}

/** An example call and its expected answer. */
export interface ToolExample {
  /** The point of the example, for people. */
  readonly description?: string
  /** The arguments of the call. */
  readonly args: JsonObject
  /** The files of the workspace: path and text. */
  readonly files?: Readonly<Record<string, string>>
  /** The expected answer. Absent members are not compared. Without `error`, the call has to succeed. */
  readonly expect: {
    /** The structured result. */
    readonly value?: Json
    /** The whole text. */
    readonly text?: string
    /** The class of the error. */
    readonly error?: ErrorClass
  }
}

/** A way to run a tool. The policy chooses the sandbox, and the sandbox chooses an implementation that it supports. */
export type ToolImplementation =
  | FunctionImplementation
  | CommandImplementation
  | WasmImplementation
  | ScriptImplementation
  | ProviderImplementation

/** An implementation as code in this process. It is trusted like the rest of the process. */
export interface FunctionImplementation extends DescribedImplementation {
  /** A function of this process. */
  readonly kind: "function"
  /** Returns a new instance for every call. Only a `stateless` tool may return the same instance twice. */
  readonly make: () => ToolInstance
  /** Whether `make` may return one instance for several calls at once. */
  readonly stateless: boolean
}

/** The format of a program's output: text for the model, or one JSON value, which becomes the structured result. */
export type ProgramOutput = "text" | "json"

/** The output of a program that has exited. */
export interface PrintedOutput {
  readonly args: JsonObject
  readonly status: number
  readonly stdout: string
  /** Standard error, truncated if it is long. */
  readonly stderr: string
  /** Whether standard output exceeded its limit. A note then replaces its middle. */
  readonly isCut: boolean
}

/** An implementation as a program of the host, started in the workspace. An exit status other than 0 is a failure. */
export interface CommandImplementation extends DescribedImplementation {
  /** A program of the host. */
  readonly kind: "command"
  /** The program and its first arguments, as an argument vector. It is never split by a shell. */
  readonly argv: ReadonlyArray<string>
  /**
   * The way in which the program gets the call's arguments: `stdin` as JSON, `argument` as JSON in one last word, or one
   * word for each JSON pointer in a list, in this order. A string becomes a word unchanged, any other value becomes JSON,
   * and an absent value is left out. `words`: `fillCommand` replaces the placeholders `{name}` in `argv`; such a command
   * has to be declared in the tool's resources.
   */
  readonly input: "stdin" | "argument" | "words" | ReadonlyArray<string>
  /** The format of the output: `text` for the model, or `json` for one value, the structured result. Default: `text`. */
  readonly output: ProgramOutput
  /**
   * Converts the program's output to the call's result, in this process: for a program that does not print JSON, or whose
   * exit status other than 0 is not always a failure. It may return and throw what `execute` of a function may, but never
   * waits. `output` has to be "text".
   */
  readonly result?: (printed: PrintedOutput) => unknown
  /** Environment variables in addition to those of the grant. A policy cannot override them. */
  readonly env: Readonly<Record<string, string>>
  /**
   * The absolute path of the tool's own folder. A confined program can read it but not write. A first word of `argv` that
   * begins with "./" is a program in it.
   */
  readonly folder: string | undefined
}

/** An implementation as a WASI preview 1 command. It gets the call's arguments as JSON on standard input. */
export interface WasmImplementation extends GuestSources, DescribedImplementation {
  /** A WebAssembly module. */
  readonly kind: "wasm"
  /** A path relative to this process's working directory, or a `file:` URL. */
  readonly module: string | URL
  /** The argument vector of the guest, the name first. */
  readonly argv: ReadonlyArray<string>
  /** The environment variables of the guest. */
  readonly env: Readonly<Record<string, string>>
  /** The folders that the guest can open: their names inside the guest and their paths relative to the workspace. */
  readonly folders: Readonly<Record<string, string>>
  /** The format of the output: `json` for one value, the structured result, or `text` for the model. Default: `json`. */
  readonly output: ProgramOutput
}

/**
 * An implementation in JavaScript, or in TypeScript with erasable types: a module that exports a function from the call's
 * arguments to its result, or to a promise of the result.
 */
export interface ScriptImplementation extends GuestSources, DescribedImplementation {
  /** A module in JavaScript or TypeScript. */
  readonly kind: "script"
  /**
   * A path relative to this process's working directory, a `file:` URL, or a function that generates the source of each
   * call from its arguments.
   */
  readonly script: string | URL | ((args: Args) => WrittenScript)
  /** The exported function to call. */
  readonly export: string
  /** The `settings` in the function's second argument, `{ callTool, settings }`. Each call gets a frozen copy. */
  readonly settings: JsonObject
  /**
   * The maximum number of tool calls that the script may make with `callTool` of its second argument. Each call goes
   * through the gate.
   */
  readonly calls: number
  /**
   * Creates the broker that answers the script's calls and the call itself, in this process. Without it, the sandbox
   * answers with results.
   */
  readonly broker?: (run: BrokeredRun) => ScriptBroker
}

/**
 * An implementation that a model provider runs on its own machines. A local call runs nothing and is answered as deferred.
 * A tool with this implementation is hosted and has no other implementation.
 */
export interface ProviderImplementation {
  /** A tool that runs at a model's provider. */
  readonly kind: "provider"
  /** The declaration of the tool for each provider, such as "openai", "anthropic" or "gemini", in the provider's format. */
  readonly specs: Readonly<Record<string, JsonObject>>
}

/**
 * A validated tool, with everything that the gate needs to handle its calls. Only sandboxes get the whole object; all
 * other parts get its definition.
 */
export interface RegisteredTool {
  /** The definition, deeply frozen. It stays the same object until the tool is replaced or removed, so it can be a cache key. */
  readonly definition: ToolDefinition
  /**
   * The SHA-256 of the definition as canonical JSON (RFC 8785), in hexadecimal. It covers everything except the time-out
   * and the dialect of the schemas. Equal definitions have equal digests in every process.
   */
  readonly digest: string
  readonly implementations: Tool["implementations"]
  readonly examples: Tool["examples"]
  /**
   * Reads the arguments of a call: parses `argsText` or copies `args`, freezes the result, validates it, and runs the
   * checks of a Standard Schema. A refusal lists every violation. The effect waits only for asynchronous checks of a
   * Standard Schema.
   */
  readonly parse: (call: Pick<ToolCall, "args" | "argsText">) => Effect<JsonObject, Refused>
  /**
   * Returns the reason why a structured result does not match the tool's `output`, or `undefined` if it matches. The
   * answer is an effect if a check of a Standard Schema is asynchronous.
   */
  readonly checkOutput: (value: unknown) => string | undefined | Effect<string | undefined>
  /**
   * The parts of the schemas that the gate does not check, each with its pointer and the reason. Only for tools with
   * partial schemas.
   */
  readonly unchecked?: ReadonlyArray<string> | undefined
}

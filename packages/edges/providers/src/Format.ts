import type { JsonObject, ObservedUse, ToolCall, ToolExecution } from "@toolgate/core"
import type { ListedTool } from "./ListedTool.ts"
import type { AnswerPayload, CallType, ProviderTool } from "./ProviderTool.ts"
import type { Lack } from "./schemas/Dialect.ts"

/** The format of a provider: pure functions that declare tools, read a response's calls, and write the answers. */
export interface Format<Declaration, Response, Answer, Event> {
  /** The provider's name in `providerSpecs`. */
  readonly provider: string
  /**
   * Declares provider tools, then hosted tools, then the others, each in the given order. Pass the result of
   * `tools.declarable()` of a session or gate; hosted tools of `tools.list()` have not passed the policy. Throws a
   * `DeclarationError` if two tools would share a name. Leaves out tools that cannot be declared, with reasons. `Spec`
   * is the type of verbatim specs, such as the SDK's type of a tool.
   */
  readonly declare: <Spec extends object = never>(
    tools: ReadonlyArray<ListedTool>,
    options?: DeclareOptions
  ) => Declared<Declaration | Spec>
  /** Reads a response. Never throws, even for an invalid response. */
  readonly calls: (response: Response, declared: Declared, options?: ReadOptions) => ProviderTurn<unknown>
  /**
   * Writes exactly one answer for each call of the turn. A call without an execution gets an error. Empty if the turn
   * has no calls.
   */
  readonly answers: (
    turn: ProviderTurn<unknown>,
    executions: ReadonlyArray<ToolExecution>,
    options?: AnswerOptions
  ) => Array<Answer>
  /** Returns the calls that the provider ran itself, for `observe` of a session or gate. Never throws. */
  readonly hosted: (response: Response, declared: Declared) => ReadonlyArray<ObservedUse>
  /** Returns an accumulator for the events of one streamed response. */
  readonly stream: (options?: StreamOptions) => ResponseStream<Event, Response>
}

/** The options of `declare`. */
export interface DeclareOptions {
  /** The provider tools. One is declared if the provider supports it and all tools that it uses are listed. */
  readonly providerTools?: ReadonlyArray<ProviderTool>
  /** Wire names by tool, for tools whose names collide or are too long. */
  readonly names?: Readonly<Record<string, string>>
  /**
   * Whether tools with `lazySchema` are declared in full and left to the provider's own tool search, if it has one. The
   * hosted search tool has to be declared too. By default, such tools are declared with name and description only.
   */
  readonly deferLoading?: boolean
}

/** The declarations for a request, and the data for reading its response. */
export interface Declared<Declaration = unknown> {
  /** The declarations, ready for the request. */
  readonly declarations: Array<Declaration>
  readonly tools: ReadonlyArray<DeclaredTool>
  /** The tools that were not declared, with the reason as a sentence. */
  readonly leftOut: ReadonlyArray<{ readonly tool: string; readonly why: string }>
  /** Returns the gate's tool for a wire name, if it was declared. */
  readonly toolOf: (wire: string) => string | undefined
  /** Returns the wire name of a declared tool. */
  readonly wireOf: (tool: string) => string | undefined
  /** Returns the provider tool that an item of a response calls. */
  readonly providerTool: (item: CallType) => ProviderTool | undefined
}

/** A declared tool. */
export interface DeclaredTool {
  readonly tool: string
  readonly kind: "provider" | "hosted" | "local"
  /** The wire name. A provider-defined tool may have none. */
  readonly wire: string | undefined
  /** The spec, if the provider defines the tool. */
  readonly spec?: JsonObject
  /** Whether the provider guarantees arguments that match the schema. */
  readonly strict: boolean
  /** Whether the schema was left out, for the model to ask for. */
  readonly isLazy: boolean
  /** Whether the schema was rewritten, without a change of meaning. */
  readonly isRewritten: boolean
  /** The parts of the schema that the provider does not enforce. The gate enforces them. */
  readonly lacks: ReadonlyArray<Lack>
}

/** The options of `calls`. */
export interface ReadOptions {
  /**
   * A name for the turn, unique in its session. It becomes part of generated ids, for calls without an id or with a
   * repeated one. Default: the id of the response.
   */
  readonly turn?: string
}

/** A turn of a model: its calls, its own message, and the data for the answers. */
export interface ProviderTurn<Said> {
  /**
   * The calls for the gate, in the response's order and with unique ids. Calls of a program at the provider are marked
   * with a symbol, which JSON cannot forge: the gate treats them as calls of a chain.
   */
  readonly calls: ReadonlyArray<ToolCall>
  /** The model's message, which the next request contains before the answers. */
  readonly said: Array<Said>
  /** The provider's form of the calls. */
  readonly items: ReadonlyArray<TurnItem>
}

/** A provider's call, which needs exactly one answer. */
export interface TurnItem {
  /** The id for the answer. */
  readonly id: string
  /** False if the call had no id and the provider accepts none. Then the order of the answers identifies them. */
  readonly hasId: boolean
  readonly type: string
  /** The tool's wire name. */
  readonly wire: string
  /** The ids of the gate's calls for this item. Only a provider tool can have several. */
  readonly callIds: ReadonlyArray<string>
  /** Builds the answer to a call of a provider tool. */
  readonly handled?: (executions: ReadonlyArray<ToolExecution>) => AnswerPayload | undefined
  /** The members that the answer must repeat, such as `caller`. */
  readonly echo: JsonObject
  /** The provider's safety checks that a person has to acknowledge. The app shows them. */
  readonly safetyChecks: ReadonlyArray<SafetyCheck>
}

/** A provider's safety check for which a call waits. */
export interface SafetyCheck {
  readonly id: string
  readonly code?: string | null
  readonly message?: string | null
}

/** The options of `answers`. */
export interface AnswerOptions {
  /**
   * The ids of acknowledged safety checks. Others stay open, unless the answer of a provider tool acknowledges them.
   */
  readonly acknowledged?: ReadonlyArray<string>
}

/** The options of `stream`. */
export interface StreamOptions {
  /** The limit for the size of one response in characters. Each part adds a small overhead. Default: 64 Mi. */
  readonly maxLength?: number
}

/** An accumulator for the events of one streamed response. */
export interface ResponseStream<Event, Response> {
  /** Adds an event. Ignores unknown types. Throws a `StreamTooLarge` beyond the limit. */
  readonly push: (event: Event) => void
  /**
   * Returns the response so far, for `calls`. It contains complete calls only. Arguments are the received text, valid
   * or not.
   */
  readonly response: () => Response
}

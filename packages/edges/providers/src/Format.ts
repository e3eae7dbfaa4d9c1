import type { JsonObject, ObservedUse, ToolCall, ToolExecution } from "@toolgate/core"
import type { ListedTool } from "./ListedTool.ts"
import type { AnswerPayload, CallType, ProviderTool } from "./ProviderTool.ts"
import type { Lack } from "./schemas/Dialect.ts"

/**
 * The format of a provider: pure functions for a round, which is to declare tools, read the calls of a response, run them, and write
 * the answers.
 */
export interface Format<Declaration, Response, Answer, Event> {
  /** The provider's name in `providerSpecs`. */
  readonly provider: string
  /**
   * Declares tools: provider tools first, then hosted ones, then the others, in their order. Give it what `tools.declarable()` of a
   * session or a gate resolves to: hosted tools of `tools.list()` have not been judged. Throws a `DeclarationError` if two tools would
   * have one name. A tool that cannot be declared is left out, with the reason. `Spec` is the type of what is declared verbatim, such
   * as the SDK's type of a tool.
   */
  readonly declare: <Spec extends object = never>(
    tools: ReadonlyArray<ListedTool>,
    options?: DeclareOptions
  ) => Declared<Declaration | Spec>
  /** Reads a response. Never throws, whatever the response is. */
  readonly calls: (response: Response, declared: Declared, options?: ReadOptions) => ProviderTurn<unknown>
  /**
   * Writes the answers: exactly one for each id of the turn, whatever the executions are. A call without an execution is answered
   * with an error that says so. Empty if there is nothing to answer.
   */
  readonly answers: (
    turn: ProviderTurn<unknown>,
    executions: ReadonlyArray<ToolExecution>,
    options?: AnswerOptions
  ) => Array<Answer>
  /** Returns what the provider says in a response that it ran itself, for `observe` of a session or a gate. Never throws. */
  readonly hosted: (response: Response, declared: Declared) => ReadonlyArray<ObservedUse>
  /** Returns an accumulator for the events of one streamed response. */
  readonly stream: (options?: StreamOptions) => ResponseStream<Event, Response>
}

/** The options of a declaration. */
export interface DeclareOptions {
  /** The provider tools. One is declared if the provider has it and all the tools that it uses are listed. */
  readonly providerTools?: ReadonlyArray<ProviderTool>
  /** The names on the wire of tools whose own names collide or are too long, by the name of the tool. */
  readonly names?: Readonly<Record<string, string>>
  /**
   * Whether tools with `lazySchema` are left to the provider's own tool search, with their whole schemas, where it has one. A hosted
   * tool that searches has to be declared as well. Off by default: they are declared by name and description.
   */
  readonly deferLoading?: boolean
}

/** The declarations for a request, and what reading its response needs. */
export interface Declared<Declaration = unknown> {
  /** The declarations, for the request as they are. */
  readonly declarations: Array<Declaration>
  readonly tools: ReadonlyArray<DeclaredTool>
  /** The tools that were not declared, and a sentence that says why. */
  readonly leftOut: ReadonlyArray<{ readonly tool: string; readonly why: string }>
  /** Returns the gate's tool that has a name on the wire, if one was declared by it. */
  readonly toolOf: (wire: string) => string | undefined
  /** Returns the name on the wire of a tool that was declared. */
  readonly wireOf: (tool: string) => string | undefined
  /** Returns the provider tool that an item of a response is a call of. */
  readonly providerTool: (item: CallType) => ProviderTool | undefined
}

/** A tool that was declared. */
export interface DeclaredTool {
  readonly tool: string
  readonly kind: "provider" | "hosted" | "local"
  /** The name on the wire. A tool that the provider defines may have none. */
  readonly wire: string | undefined
  /** The spec, if the provider defines the tool. */
  readonly spec?: JsonObject
  /** Whether the provider promises arguments that the schema takes. */
  readonly strict: boolean
  /** Whether the schema is left out, and has to be asked for. */
  readonly isLazy: boolean
  /** Whether the schema was written differently. Its meaning never changes. */
  readonly isRewritten: boolean
  /** The parts of the schema that the provider does not hold a model to. The gate does. */
  readonly lacks: ReadonlyArray<Lack>
}

/** The options of reading a response. */
export interface ReadOptions {
  /**
   * A name of the turn, unique in its session: a part of the ids that are made for calls that have none, or an id that another
   * call has. The id of the response by default.
   */
  readonly turn?: string
}

/** A turn of a model: its calls, what it said, and what is needed to answer. */
export interface ProviderTurn<Said> {
  /**
   * The calls for the gate, in the order of the response. Their ids are unique in the turn. A call that a program at the provider made
   * says so in a member that no JSON can hold: the gate takes it as a call of a chain.
   */
  readonly calls: ReadonlyArray<ToolCall>
  /** The model's own turn, which the next request holds before the answers. */
  readonly said: Array<Said>
  /** The calls as the provider made them. */
  readonly items: ReadonlyArray<TurnItem>
}

/** A call as the provider made it, which is answered once. */
export interface TurnItem {
  /** The id that the answer names. */
  readonly id: string
  /** False if the call came without an id and the provider takes none: then the place among the answers says what is answered. */
  readonly hasId: boolean
  readonly type: string
  /** The tool's name on the wire. */
  readonly wire: string
  /** The ids of the gate's calls that the call became: more than one only of a provider tool. */
  readonly callIds: ReadonlyArray<string>
  /** Makes the answer, for a call of a provider tool. */
  readonly handled?: (executions: ReadonlyArray<ToolExecution>) => AnswerPayload | undefined
  /** The members that the answer repeats, such as `caller`. */
  readonly echo: JsonObject
  /** The safety checks that hold the call until somebody acknowledges them. They are for the app to show. */
  readonly safetyChecks: ReadonlyArray<SafetyCheck>
}

/** A check of a provider that a call waits for. */
export interface SafetyCheck {
  readonly id: string
  readonly code?: string | null
  readonly message?: string | null
}

/** The options of answers. */
export interface AnswerOptions {
  /**
   * The ids of the safety checks that the app has acknowledged. No other is, apart from those that the answer of a provider tool
   * acknowledges.
   */
  readonly acknowledged?: ReadonlyArray<string>
}

/** The options of a stream. */
export interface StreamOptions {
  /** The number of characters that are taken in of one response, with some for each part, however small it is. 64 Mi by default. */
  readonly maxLength?: number
}

/** An accumulator for the events of one streamed response. */
export interface ResponseStream<Event, Response> {
  /** Takes an event. Events of unknown types are passed over. Throws a `StreamTooLarge` beyond the limit. */
  readonly push: (event: Event) => void
  /**
   * Returns the response so far, for `calls`. Only calls that are whole are in it: half a stream gives no half call. Arguments are
   * the text that came, valid or not.
   */
  readonly response: () => Response
}

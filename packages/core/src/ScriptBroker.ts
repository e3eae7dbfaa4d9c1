import type { Effect } from "effect/Effect"
import type { ArtifactStore } from "./ArtifactStore.ts"
import type { Awaitable } from "./Awaitable.ts"
import type { ChainRun, ChainRuns } from "./ChainRuns.ts"
import type { Deferral, DispatchContext } from "./DispatchContext.ts"
import type { ResourceLimits } from "./ExecutionGrant.ts"
import type { GuestSources } from "./GuestSources.ts"
import type { Args, Json, JsonObject } from "./json/Json.ts"
import type { Refused } from "./Refused.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { Ran, ToolExecution } from "./ToolExecution.ts"

/** A script written for one call: a text from someone else, such as a model, inside a frame of the tool. */
export interface WrittenScript {
  readonly before: string
  /** The text, in JavaScript or in TypeScript with erasable types. Errors report its lines and columns. */
  readonly text: string
  readonly after: string
}

/** A script run: its call, its caller and its limits. */
export interface BrokeredRun {
  readonly callId: string
  readonly tool: string
  readonly args: Args
  readonly idempotencyKey: string | undefined
  /** The approval of the call, if a person was asked. */
  readonly approval: ChainRun["approval"]
  readonly context: DispatchContext
  readonly limits: ResourceLimits
  /** The script engine and its version. Resuming a script depends on it. */
  readonly engine: string
  /** The store for large results. Absent if the gate has no store. */
  readonly artifacts: ArtifactStore["Service"] | undefined
}

/**
 * The trusted side of a script, in the gate's process. It answers the script's calls, so it knows all of them even if the
 * script crashes, and it builds the answer of the call that runs the script.
 */
export interface ScriptBroker {
  /** Returns the clock and random seed of the script; they override the tool's. Called once, at the start. */
  readonly begin?: (handles: BrokerHandles, guest: BrokeredGuest) => GuestSources | undefined
  /** Answers a call of the script. Called in the script's order. Never rejects. */
  readonly call: (call: BrokeredCall, handles: BrokerHandles) => Promise<BrokerAnswer>
  /**
   * Builds the answer of the run after the script has ended in any way. `durationMs` counts from the start of the run.
   * Never rejects.
   */
  readonly ended: (ran: Ran, durationMs: number) => Promise<Ran>
}

/** A running script, as seen by its broker. */
export interface BrokeredGuest {
  /**
   * Resolves when the script has made every call that it can make without another answer. Never resolves if the script
   * ends first.
   */
  whenIdle(): Promise<void>
}

/** A call as the script makes it, unchecked. */
export interface BrokeredCall {
  /** The id under which the call is dispatched. */
  readonly id: string
  /** The number of earlier calls and requests of the script. */
  readonly index: number
  /** The name of a tool. Empty: a request to the broker itself. A script may make 1,000 such requests besides its calls. */
  readonly tool: string
  readonly argsText: string
}

/** The answer to a script's call: the resolved value, or the message and members of the `Error` that it throws. */
export type BrokerAnswer = { readonly value: Json } | { readonly error: string; readonly members: JsonObject }

/** Handles that a broker can use while its script runs. */
export interface BrokerHandles {
  /** Dispatches a child call through the gate, with all checks, in the slot of the call that runs the script. */
  dispatch(call: ToolCall, options?: ChildOptions): Awaitable<ToolExecution>
  /**
   * Returns the refusal of a child call that would be denied now, without making the call. `index` is its number among the
   * child calls.
   */
  denied(call: ToolCall, index: number): Awaitable<Refused | undefined>
  /** Ends the run with a reason. If the reason has a pending approval, the run can be resumed with it. */
  end(reason: Refused): void
  /** The recording of the run, if the call does not wait for a person and the gate stores recordings. */
  readonly recording: RunRecording | undefined
}

/** The recording of a run that does not wait for a person. */
export interface RunRecording {
  readonly runs: ChainRuns["Service"]
  /** The deferral of the script's calls. */
  readonly defer: Deferral
  /** A digest that a later call has to match to continue this run. Absent: no call may join it. */
  readonly equal: string | undefined
  /** Returns the run to continue, or `undefined` for a new run. After this, the broker suspends or ends the run. */
  readonly resume: () => ChainRun | undefined
  /** Withdraws the undecided ones among these approvals, because the run has ended. Never fails. */
  readonly withdraw: (approvals: ReadonlyArray<string>) => Effect<void>
}

/** The options of a child call. */
export interface ChildOptions {
  /** Cancels the call when aborted. */
  readonly signal?: AbortSignal | undefined
  /** A limit on the running time in milliseconds. The policy may grant less. */
  readonly wallMs?: number | undefined
  /** The number of the call among the child calls. By default, they are numbered in order. */
  readonly index?: number | undefined
  /**
   * True if the call may be deferred like its parent, because its caller can repeat it with the approval. Otherwise it
   * waits for a person.
   */
  readonly defer?: boolean | undefined
  /** The approval with which a deferred call is repeated. */
  readonly approval?: string | undefined
  /** The maximum size of a result that the caller takes directly, in bytes, for tools that can return pages. */
  readonly inlineBytes?: number | undefined
}

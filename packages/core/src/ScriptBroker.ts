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

/** A source that was written for one call: a text of somebody else's, such as a model's, in a frame of the tool's own. */
export interface WrittenScript {
  readonly before: string
  /** The text, in JavaScript, or in TypeScript whose types can be erased. Its own lines and columns are those that an error names. */
  readonly text: string
  readonly after: string
}

/** The run of a script: which call it is, who makes it, and what it may use. */
export interface BrokeredRun {
  readonly callId: string
  readonly tool: string
  readonly args: Args
  readonly idempotencyKey: string | undefined
  /** The approval with which the call runs, if a person was asked about it. */
  readonly approval: ChainRun["approval"]
  readonly context: DispatchContext
  readonly limits: ResourceLimits
  /** The script engine and its version, on which it depends how a script goes on. */
  readonly engine: string
  /** The store in which the gate keeps large results. Absent if it keeps none. */
  readonly artifacts: ArtifactStore["Service"] | undefined
}

/**
 * The trusted side of a script, in the process of the gate. It answers the calls that the script makes, so that it knows all of them
 * however the script ends, and it makes the answer of the call that runs the script.
 */
export interface ScriptBroker {
  /** Returns the clock and the random seed of the script, in the place of the tool's own. Called once, when the script begins. */
  readonly begin?: (handles: BrokerHandles, guest: BrokeredGuest) => GuestSources | undefined
  /** Answers a call. Called in the order in which the script makes its calls. Never rejects. */
  readonly call: (call: BrokeredCall, handles: BrokerHandles) => Promise<BrokerAnswer>
  /**
   * Makes the answer of the run, once the script has ended, however it did. `durationMs`: the time from the beginning of the run. Never
   * rejects.
   */
  readonly ended: (ran: Ran, durationMs: number) => Promise<Ran>
}

/** The script that runs, as its broker knows it. */
export interface BrokeredGuest {
  /** Resolves when the script has made all calls that it makes before it has another answer. Never resolves if it ends before. */
  whenIdle(): Promise<void>
}

/** A call as a script makes it. Nothing in it has been checked. */
export interface BrokeredCall {
  /** The id under which the call is dispatched. */
  readonly id: string
  /** The number of calls and requests that the script made before. */
  readonly index: number
  /** The name of a tool. Empty: a request to the broker itself, of which a script may make 1,000 beside its calls. */
  readonly tool: string
  readonly argsText: string
}

/** The answer to a call in a script: what the call resolves to, or the `Error` with which it rejects, with further members. */
export type BrokerAnswer = { readonly value: Json } | { readonly error: string; readonly members: JsonObject }

/** The means of a broker while its script runs. */
export interface BrokerHandles {
  /** Dispatches a child call through the gate: the same checks, in the place of the call that runs the script. */
  dispatch(call: ToolCall, options?: ChildOptions): Awaitable<ToolExecution>
  /** Returns the refusal of a child call that is denied now, without making it. `index` is its number among the child calls. */
  denied(call: ToolCall, index: number): Awaitable<Refused | undefined>
  /** Ends the run, which is answered with the reason. If an approval is pending in the reason, the run can be resumed with it. */
  end(reason: Refused): void
  /** The record of the run, if the call does not wait for a person, and the gate keeps such records. */
  readonly recording: RunRecording | undefined
}

/** The record of a run that does not wait for a person. */
export interface RunRecording {
  readonly runs: ChainRuns["Service"]
  /** The way in which the calls of the script are deferred. */
  readonly defer: Deferral
  /** The digest of all that a later call has to have in common to go on with the run, if one may. */
  readonly equal: string | undefined
  /** Returns the run that goes on, or `undefined` at its beginning. From then on, the broker suspends or ends the run. */
  readonly resume: () => ChainRun | undefined
  /** Withdraws those of these approvals that nobody has decided, because the run has ended. Never fails. */
  readonly withdraw: (approvals: ReadonlyArray<string>) => Effect<void>
}

/** The options of a child call. */
export interface ChildOptions {
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** The time that the call may run, in milliseconds, if that is less than what the policy grants. */
  readonly wallMs?: number | undefined
  /** The number of the call among the child calls. By default, they are counted as they come. */
  readonly index?: number | undefined
  /**
   * True if the call may be deferred as its parent may, because whoever makes it can make it again with the approval. Otherwise it waits
   * for a person.
   */
  readonly defer?: boolean | undefined
  /** The id of the approval with which a deferred call is made again. */
  readonly approval?: string | undefined
  /** The most bytes of the result that whoever makes the call takes as they are, for a tool that can return its result in pages. */
  readonly inlineBytes?: number | undefined
}

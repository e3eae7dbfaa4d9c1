import type { PlanJudgement, Turn, TurnOptions } from "@toolgate/chain/turn"
import type { EventsLost, ObservedUse, ToolCall, ToolEvent, ToolExecution } from "@toolgate/core"
import type { BatchOptions } from "@toolgate/dispatch"
import type { LayerSpec } from "@toolgate/policy"
import type { AgentRequest } from "./AgentOptions.ts"
import type { CallJudgement, JudgeOptions } from "./CallJudgement.ts"
import type { AskerOptions, CallOptions, ObserveOptions } from "./CallOptions.ts"
import type { ReloadedPolicy } from "./GatePolicy.ts"
import type { SkillsOfGate } from "./GateSkills.ts"
import type { GateTools } from "./GateTools.ts"
import type { PendingQuestions } from "./PendingQuestions.ts"
import type { PromisedPlugins } from "./PromisedPlugins.ts"
import type { RunnerOptions, StartedRunner } from "./RunnerOptions.ts"
import type { ResumeOptions } from "./resumeCall.ts"
import type { Session } from "./Session.ts"
import type { SessionOptions } from "./SessionOptions.ts"

/**
 * The gate between an agent and its tools.
 *
 * ```ts
 * import type { Toolgate } from "toolgate"
 *
 * // Makes the calls of one turn for a user, and drops the tools that the user may not use.
 * export const answer = async (gate: Toolgate, user: string, text: string) => {
 *   const session = await gate.session({ id: user })
 *   if (!session.canUseTool("write_file")) return undefined
 *   return session.dispatch({ id: "1", tool: "write_file", args: { path: "note.txt", content: text } })
 * }
 * ```
 */
export interface Toolgate extends AsyncDisposable {
  /** Makes a call. Never rejects: a refusal is an answer too. A call with an unknown option is refused. */
  readonly dispatch: (call: ToolCall, options?: CallOptions) => Promise<ToolExecution>
  /**
   * Makes several calls, with as much concurrency as the session allows, and returns their answers in order. Listeners receive events of
   * all calls.
   */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: CallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /**
   * Makes the calls of one turn of a model. Independent calls run concurrently. Arguments can refer to earlier results, as in `{ "$from":
   * "1", "pointer": "/path" }`. Returns answers in the order of the calls, with the same results as running them one by one. If one call
   * may not be combined with others, the whole turn is refused.
   */
  readonly dispatchTurn: (calls: ReadonlyArray<ToolCall>, options?: CallOptions & TurnOptions) => Promise<Turn>
  /**
   * Judges a call without making it: no person is asked, and nothing runs or is recorded or counted. Hooks run, because they may stop or
   * change the call. Never rejects. A later `dispatch` is judged again.
   */
  readonly judge: (call: ToolCall, options?: JudgeOptions) => Promise<CallJudgement>
  /**
   * Judges the calls of a turn before any of them runs. A call that uses another call's result is reported as depending on it, not as
   * allowed. Invalid calls do not make it reject.
   */
  readonly judgeAll: (plan: ReadonlyArray<ToolCall>, options?: JudgeOptions) => Promise<PlanJudgement>
  /**
   * Runs a deferred call once after its approval. The call is resolved and judged again under this gate's current policy. Never rejects. A
   * call that may not run or has already run returns `executed: "no"` with the reason.
   */
  readonly resume: (approvalId: string, options?: ResumeOptions) => Promise<ToolExecution>
  /**
   * Records tool uses that a provider reports, such as web searches. The record states that the gate neither ran nor allowed them, and
   * marks tools that were not declared. Rejects if an option is invalid or the record may be lost.
   */
  readonly observe: (provider: string, uses: Iterable<ObservedUse>, options?: ObserveOptions) => Promise<void>
  /** Lists the gate's tools, and changes them while calls run. */
  readonly tools: GateTools
  /** Lists the gate's plugins, and reloads them while calls run. */
  readonly plugins: PromisedPlugins
  /** Whether an agent can see the tool with this name or alias. A call may still be denied because of its arguments. */
  readonly canUseTool: (tool: string, asker?: AskerOptions) => boolean
  /** The skills of the gate. Calls activate them by name. */
  readonly skills: SkillsOfGate
  /** The open questions of all sessions. Empty if the gate has no way to ask. */
  readonly approvals: PendingQuestions
  /** Opens a session, so that a server needs one line per user. Rejects if an option or the folder is invalid. */
  readonly session: (options: SessionOptions) => Promise<Session>
  /** Narrows the policy for all roles from now on. Throws if the policy has no layers or the layer is invalid. */
  readonly addGlobalLayer: (layer: LayerSpec) => void
  /** Narrows the policy for one role from now on. Throws like `addGlobalLayer`. */
  readonly addRoleLayer: (role: string, layer: LayerSpec) => void
  /**
   * Loads the policy files and the catalogues again, for every later verdict. Calls that were judged keep their verdict, and added layers
   * still apply. Rejects with the problems if a file is invalid, and then nothing changes. Throws if the policy has no
   * files.
   */
  readonly reloadPolicy: () => Promise<ReloadedPolicy>
  /** Cancels a session's calls. Resolves when all of them are answered. */
  readonly cancelSession: (session: string) => Promise<void>
  /**
   * Ends a session: cancels its calls, and discards its `per_session` quota counts and people's answers. A later call with this name starts
   * a new session. A runner's session ends with its last runner.
   */
  readonly endSession: (session: string) => Promise<void>
  /**
   * Starts an agent in a separate process. Its calls go through this gate, and it ends with the gate. Rejects if the program cannot be
   * started.
   */
  readonly startRunner: (options: RunnerOptions) => Promise<StartedRunner>
  /**
   * Starts an agent from the option `agents` on behalf of a call, like the tool `delegate`. It gets at most the caller's rights, and
   * becomes the caller's child if the caller is an agent of this gate. Rejects if the request exceeds these rights, the limit of agents is
   * reached, or the program cannot be started.
   */
  readonly startAgent: (request: AgentRequest) => Promise<StartedRunner>
  /** Returns an iterator over the events of calls from now on. A slow reader gets the number of events that it missed. */
  readonly events: () => AsyncIterableIterator<ToolEvent | EventsLost>
  /** Cancels running calls and refuses new ones. */
  readonly close: () => Promise<void>
}

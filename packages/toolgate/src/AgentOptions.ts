import type { ToolContext } from "@toolgate/core"
import type { RunnerOutput } from "@toolgate/supervisor"
import type { RunnerConfinement } from "./RunnerOptions.ts"

/**
 * An agent that calls may start, as the operator describes it. Nothing of it is for a model to choose.
 *
 * ```ts
 * import type { ToolgateOptions } from "toolgate"
 *
 * export const agents: ToolgateOptions["agents"] = {
 *   reviewer: {
 *     command: ["python3", "agents/reviewer.py"],
 *     policy: "reviewer.yaml",
 *     confinement: { files: [{ path: "agents", mode: "r" }] }
 *   }
 * }
 * ```
 */
export interface AgentOptions {
  /** The program and its arguments, which no shell reads. */
  readonly command: ReadonlyArray<string>
  /** The path of a policy file. Each call of the agent and of everyone beneath it has to pass this policy as well as that of the gate. */
  readonly policy?: string
  /** The folder that the agent's calls work in: a path in the workspace of the call that starts it. That workspace by default. */
  readonly workspace?: string
  /** The confinement of the process. By default, it sees the system's programs and nothing else, and has no network. */
  readonly confinement?: RunnerConfinement
  /** The names of the variables of this process that the agent gets. None by default. */
  readonly env?: ReadonlyArray<string>
}

/**
 * A request to start an agent of the gate's option `agents` for a call.
 *
 * ```ts
 * import type { ToolContext, Toolgate } from "toolgate"
 *
 * export const review = async (gate: Toolgate, { principal, session, workspace, signal }: ToolContext) => {
 *   const { ended } = await gate.startAgent({
 *     agent: "reviewer",
 *     task: "Review the last commit.",
 *     readOnly: true,
 *     caller: { principal, session, workspace },
 *     signal
 *   })
 *   return (await ended).result
 * }
 * ```
 */
export interface AgentRequest {
  /** The name of the agent. */
  readonly agent: string
  /** The work of the agent, as a text for its model. */
  readonly task: string
  /** The tools that the agent may call at most. By default, those that the caller may call. */
  readonly tools?: ReadonlyArray<string> | undefined
  /** Whether the agent may change nothing. */
  readonly readOnly?: boolean | undefined
  /** The call: for whom it is made, in which session and where. The agent may do at most what its principal may do. */
  readonly caller: Pick<ToolContext, "principal" | "session" | "workspace">
  /** A signal that stops the agent when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** A function that is called with what the agent prints, one call after the other has settled. Without it, the output is dropped. */
  readonly onOutput?: ((output: RunnerOutput) => void | Promise<void>) | undefined
}

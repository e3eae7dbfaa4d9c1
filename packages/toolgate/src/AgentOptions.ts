import type { ToolContext } from "@toolgate/core"
import type { RunnerOutput } from "@toolgate/supervisor"
import type { RunnerConfinement } from "./RunnerOptions.ts"

/**
 * An agent that tools can start. The operator configures it; a model can only choose it by name.
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
  /** The program and its arguments. They are passed directly, without a shell. */
  readonly command: ReadonlyArray<string>
  /** The path of a policy file. The agent and every agent below it must satisfy this policy in addition to the gate's. */
  readonly policy?: string
  /** The folder in which the agent's calls work, as a path inside the workspace of the call that starts it. Defaults to that workspace. */
  readonly workspace?: string
  /** The confinement of the process. By default it sees the system's programs only and has no network. */
  readonly confinement?: RunnerConfinement
  /** Names of environment variables that are passed on to the agent. Defaults to none. */
  readonly env?: ReadonlyArray<string>
}

/**
 * A request to start one of the agents in the gate's `agents` option on behalf of a call.
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
  /** Name of the agent. */
  readonly agent: string
  /** The agent's assignment, as text for its model. */
  readonly task: string
  /** The tools that the agent may call. Defaults to all tools that the caller may call. */
  readonly tools?: ReadonlyArray<string> | undefined
  /** Limits the agent to tools that change nothing. */
  readonly readOnly?: boolean | undefined
  /**
   * The call that starts the agent: its principal, session, workspace and trace context. The agent never gets more rights than this
   * principal.
   */
  readonly caller: Pick<ToolContext, "principal" | "session" | "workspace" | "traceparent">
  /** Stops the agent when aborted. */
  readonly signal?: AbortSignal | undefined
  /** Receives the agent's output. The next chunk is delivered after the returned promise settles. Without it, output is discarded. */
  readonly onOutput?: ((output: RunnerOutput) => void | Promise<void>) | undefined
}

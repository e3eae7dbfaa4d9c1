import type { FileMode, ResourceLimits } from "@toolgate/core"
import type { RestartPolicy, RunnerBounds, RunnerEnding, RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallOptions } from "./CallOptions.ts"

/**
 * The options of a runner: an agent that runs as a process of its own, and whose calls go through the gate.
 *
 * ```ts
 * import type { RunnerOptions } from "toolgate"
 *
 * export const reader: RunnerOptions = {
 *   agent: "reader",
 *   command: ["python3", "agent/main.py"],
 *   confinement: { files: [{ path: "agent", mode: "r" }] },
 *   readOnly: true,
 *   restart: { onFailure: 3, delayMs: 1000, maxDelayMs: 60_000 }
 * }
 * ```
 */
export interface RunnerOptions
  extends Pick<
    CallOptions,
    "session" | "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills" | "limits" | "defer"
  > {
  /** The program and its arguments, which no shell reads. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** The confinement of the process, which has no default. */
  readonly confinement: RunnerConfinement
  /**
   * The most that the process and its children may use: unlimited by default. For a confined runner, the number of processes and
   * the memory are limited as they are for a confined command by default.
   */
  readonly processLimits?: Partial<Pick<ResourceLimits, "wallMs" | "cpuMs" | "memoryBytes" | "processes">>
  /** The names of the variables of this process that the runner gets, or `"any"` for all of them. None by default. */
  readonly env?: ReadonlyArray<string> | "any"
  /** Variables that are set for the runner alone. */
  readonly environment?: Readonly<Record<string, string>>
  /** `descriptor`, the default: the descriptor 3. `stdio`: standard input and output, for programs that know nothing else. */
  readonly channel?: "descriptor" | "stdio"
  /** The standard input of the runner: nothing by default. */
  readonly input?: "nothing" | "inherited"
  /** The rule by which the runner is started again: `never` by default. */
  readonly restart?: RestartPolicy
  readonly bounds?: Partial<RunnerBounds>
  /** A signal that stops the runner when it is aborted. */
  readonly signal?: AbortSignal
  /** A function that is called with each event, in order. While too many of its promises are open, no more is read from the runner. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
  /** A function that is called with what the runner prints, one call after the other has settled. Without it, the output is dropped. */
  readonly onOutput?: (output: RunnerOutput) => void | Promise<void>
}

/**
 * The confinement of a runner. `"none"`: a process like any other of this user, which can do without the gate whatever the user
 * can. An object: a process in namespaces of its own, which sees the system's programs and the files that are named here. For
 * everything else it has to ask the gate.
 */
export type RunnerConfinement =
  | "none"
  | {
      /** Folders and files that the runner sees beside the system's, such as its own code. */
      readonly files?: ReadonlyArray<{
        /** The path of a folder or a file. */
        readonly path: string
        readonly mode: FileMode
      }>
      /** Whether the runner has the network, all of it. False by default. */
      readonly network?: boolean
    }

/**
 * A started runner. `await using` stops it at the end of the block.
 *
 * ```ts
 * import type { StartedRunner } from "toolgate"
 *
 * // Waits for a runner for at most a minute.
 * export const finished = async (runner: StartedRunner) => {
 *   const timer = setTimeout(() => void runner.stop("it took too long"), 60_000)
 *   const { message } = await runner.ended
 *   clearTimeout(timer)
 *   return message
 * }
 * ```
 */
export interface StartedRunner extends AsyncDisposable {
  readonly agent: string
  readonly session: string
  /** A promise that resolves when the runner has ended and is not started again. It never rejects. */
  readonly ended: Promise<RunnerEnding>
  /** Ends the runner and everything that it started, after a grace. */
  readonly stop: (reason?: string) => Promise<RunnerEnding>
  /** Ends the runner and everything that it started at once, without telling it and without a grace. */
  readonly kill: (reason?: string) => Promise<RunnerEnding>
}

import type { FileMode, ResourceLimits } from "@toolgate/core"
import type { RestartPolicy, RunnerBounds, RunnerEnding, RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallOptions } from "./CallOptions.ts"

/**
 * The options of a runner: an agent in a separate process, whose calls go through the gate.
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
  /** The program and its arguments. They are passed directly, without a shell. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** The confinement of the process. Required. */
  readonly confinement: RunnerConfinement
  /**
   * Limits for the process and its children. Default unlimited; a confined runner gets the default process and memory limits of a confined
   * command.
   */
  readonly processLimits?: Partial<Pick<ResourceLimits, "wallMs" | "cpuMs" | "memoryBytes" | "processes">>
  /** Names of environment variables that are passed on to the runner, or `"any"` for all. Defaults to none. */
  readonly env?: ReadonlyArray<string> | "any"
  /** Additional environment variables for the runner. */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * The transport of the protocol. `descriptor` (the default) uses file descriptor 3. `stdio` uses standard input and output, for programs
   * that cannot use another descriptor.
   */
  readonly channel?: "descriptor" | "stdio"
  /** The runner's standard input. Defaults to `"nothing"`. */
  readonly input?: "nothing" | "inherited"
  /** The restart policy. Default `never`. */
  readonly restart?: RestartPolicy
  /** Limits on what the runner may send and have open. Each has a default. */
  readonly bounds?: Partial<RunnerBounds>
  /** Stops the runner when aborted. */
  readonly signal?: AbortSignal
  /** Receives each event, in order. While too many of its promises are pending, nothing more is read from the runner. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
  /** Receives the runner's output. The next chunk is delivered after the returned promise settles. Without it, output is discarded. */
  readonly onOutput?: (output: RunnerOutput) => void | Promise<void>
}

/**
 * The confinement of a runner. `"none"` starts an ordinary process, which can do everything the user can without asking the gate. An object
 * starts a process in separate namespaces that sees only the system's programs and the files listed here, and must ask the gate for
 * everything else.
 */
export type RunnerConfinement =
  | "none"
  | {
      /** Folders and files that the runner sees in addition to the system's, such as the runner's code. */
      readonly files?: ReadonlyArray<{
        /** Path of a folder or file. */
        readonly path: string
        /** The access of the runner: `r` reads, `w` writes, `rw` does both. */
        readonly mode: FileMode
      }>
      /** Whether the runner has full network access. Default false. */
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
  /** Resolves when the runner has ended and will not be restarted. Never rejects. */
  readonly ended: Promise<RunnerEnding>
  /** Stops the runner and everything it started, after a grace period. */
  readonly stop: (reason?: string) => Promise<RunnerEnding>
  /** Kills the runner and everything it started immediately, without notice. */
  readonly kill: (reason?: string) => Promise<RunnerEnding>
}

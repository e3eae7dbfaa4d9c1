import type { FileMode, ResourceLimits } from "@toolgate/core"
import type { RestartPolicy, RunnerBounds, RunnerEnding, RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallOptions } from "./CallOptions.ts"

/** An agent that is to run as a process of its own, whose calls go through the gate. */
export interface RunnerOptions
  extends Pick<CallOptions, "session" | "agent" | "role" | "task" | "readOnly" | "noWeb" | "limits"> {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** How its process is held. Named, never implied. */
  readonly confinement: RunnerConfinement
  /**
   * How much its process may use, with its children. Unlimited, unless told otherwise; a confined one has the processes and the
   * memory that a confined command has by default.
   */
  readonly processLimits?: Partial<Pick<ResourceLimits, "wallMs" | "cpuMs" | "memoryBytes" | "processes">>
  /** The variables of this process that it is given, by name, or `"any"`: all of them; none, unless told otherwise. */
  readonly env?: ReadonlyArray<string> | "any"
  /** Variables of its own. */
  readonly environment?: Readonly<Record<string, string>>
  /** `descriptor`, unless told otherwise: the descriptor 3. `stdio`: standard input and output, for what knows nothing else. */
  readonly channel?: "descriptor" | "stdio"
  /** What it reads from standard input: nothing, unless told otherwise. */
  readonly input?: "nothing" | "inherited"
  /** `never`, unless told otherwise. */
  readonly restart?: RestartPolicy
  readonly bounds?: Partial<RunnerBounds>
  /** Stops it when it is aborted. */
  readonly signal?: AbortSignal
  /** Told what happens, in order. While too many of its promises are open, the runner is read no further. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
  /** Given what it prints; the next comes when it has settled. Without it, that is dropped. */
  readonly onOutput?: (output: RunnerOutput) => void | Promise<void>
}

/**
 * `"none"`: a process like any other of this user, which can do without the gate whatever this user can. An object: a process in
 * namespaces of its own, which sees the system's programs and what is named here. All else it has to ask the gate for.
 */
export type RunnerConfinement =
  | "none"
  | {
      /** Folders and files beside the system's: its own code, say. */
      readonly files?: ReadonlyArray<{ readonly path: string; readonly mode: FileMode }>
      /** All of it, or none: none, unless told otherwise. */
      readonly network?: boolean
    }

/** A runner that was started. */
export interface StartedRunner extends AsyncDisposable {
  readonly agent: string
  readonly session: string
  /** Resolves when it has ended and is not started again. Never rejects. */
  readonly ended: Promise<RunnerEnding>
  /** Has it end, with all that it started. */
  readonly stop: (reason?: string) => Promise<RunnerEnding>
  /** The same there and then: without a word to it, and without a grace. */
  readonly kill: (reason?: string) => Promise<RunnerEnding>
}

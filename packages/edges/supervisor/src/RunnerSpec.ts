import type { Principal, ResolvedPath } from "@toolgate/core"
import type { ProcessSpec } from "@toolgate/processes"
import type { RestartPolicy } from "./RestartPolicy.ts"
import type { RunnerEvent } from "./RunnerEvent.ts"

/**
 * An agent that is to run as a process of its own. What its process may touch and use, beside what its calls are granted one by one,
 * are its `limits` and its `confinement`; all of its variables are in `environment`. `processUnder` of `@toolgate/sandbox-host` gives
 * the three for a grant.
 */
export interface RunnerSpec extends Pick<ProcessSpec, "environment" | "limits" | "confinement"> {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** Whom its calls are made for. */
  readonly principal: Principal
  /** The folder that its calls work in. */
  readonly workspace: ResolvedPath
  /** `descriptor`, unless told otherwise: the descriptor 3. `stdio`: standard input and output, for what knows nothing else. */
  readonly channel?: "descriptor" | "stdio"
  /** Nothing, unless told otherwise. */
  readonly input?: "nothing" | "inherited"
  /** One of its own, unless told otherwise. */
  readonly session?: string
  /** `never`, unless told otherwise. */
  readonly restart?: RestartPolicy
  readonly bounds?: Partial<RunnerBounds>
  /** Told what happens, in order. While too many of its promises are open, no further call is taken in. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
  /** Given what the runner prints, its children included; the next comes when it has settled. Without it, that is dropped. */
  readonly onOutput?: (output: RunnerOutput) => void | Promise<void>
}

/** What a runner printed, as it came. */
export interface RunnerOutput {
  readonly agent: string
  readonly session: string
  readonly stream: "stdout" | "stderr"
  readonly bytes: Uint8Array
}

/** How much of the supervisor a runner can take up. */
export interface RunnerBounds {
  /** How many of its calls are handed to the gate at once; as many again are taken in and wait. */
  readonly callsInFlight: number
  /** How much its calls in flight may be, in bytes of their frames, before it is read no further. */
  readonly callBytes: number
  /** How much it may leave unread, in bytes, before it is read no further. */
  readonly unreadBytes: number
  /** How many agents may run beneath it at once: its children, theirs, and so on, together. */
  readonly children: number
  /** How many generations there may be beneath it. */
  readonly generations: number
  /** How long it has to end by itself when it is told to shut down, in milliseconds. */
  readonly shutdownMs: number
  /** And after that, between SIGTERM and SIGKILL. */
  readonly terminateMs: number
}

export const defaultBounds: RunnerBounds = {
  callsInFlight: 64,
  callBytes: 64 * 1024 * 1024,
  unreadBytes: 4 * 1024 * 1024,
  children: 8,
  generations: 3,
  shutdownMs: 2_000,
  terminateMs: 3_000
}

import type { DispatchContext, Principal, ResolvedPath } from "@toolgate/core"
import type { ProcessSpec } from "@toolgate/processes"
import type { SkillMessage } from "@toolgate/runner/protocol"
import type { RestartPolicy } from "./RestartPolicy.ts"
import type { RunnerEvent } from "./RunnerEvent.ts"

/**
 * Specifies an agent that runs as a separate process. `limits` and `confinement` restrict the process, independent of
 * what its calls are granted. `environment` contains all its variables. `processUnder` of `@toolgate/sandbox-host`
 * returns these three for a grant.
 */
export interface RunnerSpec extends Pick<ProcessSpec, "environment" | "limits" | "confinement"> {
  /** The program and its arguments, without a shell. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** The principal of the calls. */
  readonly principal: Principal
  /** The folder in which the calls work. */
  readonly workspace: ResolvedPath
  /**
   * `descriptor`: descriptor 3, the default. `stdio`: standard input and output, for programs that cannot use a
   * descriptor.
   */
  readonly channel?: "descriptor" | "stdio"
  /** Default: `nothing`. */
  readonly input?: "nothing" | "inherited"
  /** Default: a new session. */
  readonly session?: string
  /** Whether and how long calls that need a person are deferred. By default, they wait. */
  readonly defer?: DispatchContext["defer"]
  /** The W3C trace context of the runner's calls. Children inherit it. */
  readonly traceparent?: string | undefined
  /** The active skills of the runner and its children. The principal's ceiling must be limited to their tools. */
  readonly skills?: ReadonlyArray<SkillMessage>
  /** Returns a principal limited to the active skills. Called for each call, because tools change. */
  readonly narrow?: (principal: Principal) => Principal
  /** The runner's task, as a text for its model. Children do not receive it. */
  readonly assignment?: string
  /** Default: `never`. */
  readonly restart?: RestartPolicy
  readonly bounds?: Partial<RunnerBounds>
  /** Called with each event, in order. No further call is accepted while too many of its promises are pending. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
  /**
   * Called with the output of the runner and its children. The next output is read when the promise settles. Without
   * `onOutput`, output is discarded.
   */
  readonly onOutput?: (output: RunnerOutput) => void | Promise<void>
}

/** A piece of a runner's output. */
export interface RunnerOutput {
  readonly agent: string
  readonly session: string
  readonly stream: "stdout" | "stderr"
  readonly bytes: Uint8Array
}

/** Limits on a runner's use of the supervisor. */
export interface RunnerBounds {
  /** Calls that are at the gate at once. The same number may be queued. */
  readonly callsInFlight: number
  /** Bytes of open calls' frames, beyond which the runner is not read. */
  readonly callBytes: number
  /** Bytes that the runner may leave unread, beyond which it is not read. */
  readonly unreadBytes: number
  /** Agents below the runner at once: its children, their children, and so on. */
  readonly children: number
  /** The number of generations that may follow below the runner. */
  readonly generations: number
  /** Milliseconds between `shutdown` and SIGTERM. */
  readonly shutdownMs: number
  /** Milliseconds between SIGTERM and SIGKILL. */
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

/** Throws for an invalid specification. JavaScript callers have no type checks. */
export const checkSpec = ({ command, restart, bounds = {} }: RunnerSpec): void => {
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === "string"))
    throw new TypeError('The "command" of a runner must be a list of strings: the program, then its arguments.')
  for (const [name, value] of Object.entries(bounds)) {
    if (!(name in defaultBounds))
      throw new TypeError(`Unknown bound "${name}". The bounds are ${Object.keys(defaultBounds).join(", ")}.`)
    if (value !== undefined) checkNumber(`bounds.${name}`, value, least[name as keyof RunnerBounds])
  }
  if (restart === undefined || restart === "never") return
  if (typeof restart !== "object" || restart === null)
    throw new TypeError(
      'The "restart" of a runner must be "never", or say how often it is started again, as in { onFailure: 3 }.'
    )
  const { onFailure, delayMs, maxDelayMs } = restart
  checkNumber("restart.onFailure", onFailure, 0)
  if (delayMs !== undefined) checkNumber("restart.delayMs", delayMs, 0)
  if (maxDelayMs !== undefined) checkNumber("restart.maxDelayMs", maxDelayMs, 0)
}

const checkNumber = (name: string, value: number, from: number): void => {
  if (typeof value !== "number" || !(value >= from) || value > longestTimeout)
    throw new RangeError(`"${name}" must be a number from ${from} to ${longestTimeout}.`)
}

// A limit of 0 would let every call wait forever.
const least: RunnerBounds = {
  callsInFlight: 1,
  callBytes: 1,
  unreadBytes: 1,
  children: 0,
  generations: 0,
  shutdownMs: 0,
  terminateMs: 0
}

// The longest delay of a timer, and so the highest limit.
const longestTimeout = 2 ** 31 - 1

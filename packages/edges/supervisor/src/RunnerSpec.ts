import type { DispatchContext, Principal, ResolvedPath } from "@toolgate/core"
import type { ProcessSpec } from "@toolgate/processes"
import type { SkillMessage } from "@toolgate/runner/protocol"
import type { RestartPolicy } from "./RestartPolicy.ts"
import type { RunnerEvent } from "./RunnerEvent.ts"

/**
 * A specification of an agent that will run as a process of its own. `limits` and `confinement` say what its process
 * may touch and use, apart from what each of its calls is granted. `environment` has all of its variables.
 * `processUnder` of `@toolgate/sandbox-host` returns these three for a grant.
 */
export interface RunnerSpec extends Pick<ProcessSpec, "environment" | "limits" | "confinement"> {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** The principal for whom the calls are made. */
  readonly principal: Principal
  /** The folder in which the calls work. */
  readonly workspace: ResolvedPath
  /**
   * `descriptor`: the descriptor 3. This is the default. `stdio`: standard input and output, for programs that can use
   * nothing else.
   */
  readonly channel?: "descriptor" | "stdio"
  /** `nothing` by default. */
  readonly input?: "nothing" | "inherited"
  /** A session of its own by default. */
  readonly session?: string
  /** Whether and until when the calls are deferred that a person has to decide. By default, they wait. */
  readonly defer?: DispatchContext["defer"]
  /** The skills that are active for the runner and its children, whose tools the ceiling of the principal has to keep to. */
  readonly skills?: ReadonlyArray<SkillMessage>
  /** Returns a principal under the active skills. It is asked with each call, because tools change. */
  readonly narrow?: (principal: Principal) => Principal
  /** The work that the runner is started for, as a text for its model. Its children are not told. */
  readonly assignment?: string
  /** `never` by default. */
  readonly restart?: RestartPolicy
  readonly bounds?: Partial<RunnerBounds>
  /** Called with each event, in order. While too many of its promises are open, no further call is taken in. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
  /**
   * Called with the output of the runner and its children. The next output comes when the promise has settled. Without
   * `onOutput`, output is dropped.
   */
  readonly onOutput?: (output: RunnerOutput) => void | Promise<void>
}

/** A piece of what a runner printed, as it came. */
export interface RunnerOutput {
  readonly agent: string
  readonly session: string
  readonly stream: "stdout" | "stderr"
  readonly bytes: Uint8Array
}

/** The bounds on how much of the supervisor a runner can take up. */
export interface RunnerBounds {
  /** The number of calls that are handed to the gate at the same time. As many more are taken in and wait. */
  readonly callsInFlight: number
  /** The bytes of frames of the calls in flight beyond which the runner is read no further. */
  readonly callBytes: number
  /** The bytes that the runner may leave unread before it is read no further. */
  readonly unreadBytes: number
  /** The number of agents that may run beneath the runner at the same time: its children, their children, and so on. */
  readonly children: number
  /** The number of generations that there may be beneath the runner. */
  readonly generations: number
  /** The time to end by itself after it was told to shut down, in milliseconds. */
  readonly shutdownMs: number
  /** The time between SIGTERM and SIGKILL, in milliseconds. */
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

/** Throws for a spec under which a runner could not work, or not as its author meant. Callers may have no types. */
export const checkSpec = ({ command, restart, bounds = {} }: RunnerSpec): void => {
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === "string"))
    throw new TypeError('The "command" of a runner must be a list of texts: the program, and then its arguments.')
  for (const [name, value] of Object.entries(bounds)) {
    if (!(name in defaultBounds))
      throw new TypeError(`A runner has no bound "${name}". Its bounds are ${Object.keys(defaultBounds).join(", ")}.`)
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
    throw new RangeError(`"${name}" has to be a number from ${from} to ${longestTimeout}.`)
}

// With a bound of 0 every call would wait for ever.
const least: RunnerBounds = {
  callsInFlight: 1,
  callBytes: 1,
  unreadBytes: 1,
  children: 0,
  generations: 0,
  shutdownMs: 0,
  terminateMs: 0
}

// A timer takes no longer time, and no bound should be larger.
const longestTimeout = 2 ** 31 - 1

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Bubblewrap } from "./Bubblewrap.ts"
import { CgroupParents } from "./cgroups/CgroupParents.ts"
import { Pipes } from "./launch/Pipes.ts"
import { once } from "./once.ts"

/** Time limits for processes that are asked to end, in milliseconds. */
export interface ProcessGrace {
  /** Until the processes are killed. */
  readonly terminated: number
  /** Until the wait is abandoned and a warning is logged. */
  readonly abandoned: number
  /** For the last output, after the processes have ended. */
  readonly drained: number
}

export const ProcessGrace = Context.Reference<ProcessGrace>("@toolgate/processes/ProcessGrace", {
  defaultValue: () => ({ terminated: 3_000, abandoned: 30_000, drained: 500 })
})

/** The path of bubblewrap. `undefined`: search the system's program folders, and never `PATH`. */
export const BubblewrapPath = Context.Reference<string | undefined>("@toolgate/processes/BubblewrapPath", {
  defaultValue: () => undefined
})

/** The resources for starting and limiting processes. */
export interface ProcessHost {
  readonly grace: ProcessGrace
  readonly bubblewrap: Bubblewrap
  readonly pipes: Pipes
  /** The usable cgroups of this machine. The search for them runs on the first call. */
  readonly cgroups: () => CgroupParents
}

/** Makes the resources for starting and limiting processes. Each resource is set up when a process first needs it. */
export const makeProcessHost: Effect.Effect<ProcessHost> = Effect.gen(function* () {
  return {
    grace: yield* ProcessGrace,
    bubblewrap: new Bubblewrap(yield* BubblewrapPath),
    pipes: new Pipes(),
    cgroups: once(() => new CgroupParents())
  }
})

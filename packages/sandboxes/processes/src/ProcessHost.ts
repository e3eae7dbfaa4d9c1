import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Bubblewrap } from "./Bubblewrap.ts"
import { CgroupPlaces } from "./cgroups/CgroupPlaces.ts"
import { Pipes } from "./launch/Pipes.ts"
import { once } from "./once.ts"

/** The time for which processes that were asked to end are waited for, in milliseconds. */
export interface ProcessGrace {
  /** From asking them to end until they are killed. */
  readonly terminated: number
  /** From asking them to end until they are given up. The log reports processes that were given up. */
  readonly abandoned: number
  /** For their last output, after they have ended. */
  readonly drained: number
}

export const ProcessGrace = Context.Reference<ProcessGrace>("@toolgate/processes/ProcessGrace", {
  defaultValue: () => ({ terminated: 3_000, abandoned: 30_000, drained: 500 })
})

/**
 * The path of bubblewrap. `undefined`: bubblewrap is looked for where the system keeps its programs, and never in
 * `PATH`.
 */
export const BubblewrapPath = Context.Reference<string | undefined>("@toolgate/processes/BubblewrapPath", {
  defaultValue: () => undefined
})

/** The means with which this process holds other processes. */
export interface ProcessHost {
  readonly grace: ProcessGrace
  readonly bubblewrap: Bubblewrap
  readonly pipes: Pipes
  /** The cgroups of this machine, looked for when the first process needs them. */
  readonly cgroups: () => CgroupPlaces
}

/** Makes the means with which this process holds others. Each is looked for when it is needed. */
export const makeProcessHost: Effect.Effect<ProcessHost> = Effect.gen(function* () {
  return {
    grace: yield* ProcessGrace,
    bubblewrap: new Bubblewrap(yield* BubblewrapPath),
    pipes: new Pipes(),
    cgroups: once(() => new CgroupPlaces())
  }
})

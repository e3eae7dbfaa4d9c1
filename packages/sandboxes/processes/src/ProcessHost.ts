import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Bubblewrap } from "./Bubblewrap.ts"
import { CgroupPlaces } from "./cgroups/CgroupPlaces.ts"
import { Pipes } from "./launch/Pipes.ts"
import { once } from "./once.ts"

/** How long processes that were asked to end are waited for, in milliseconds. */
export interface ProcessGrace {
  /** Between asking them to end and killing them. */
  readonly terminated: number
  /** From being asked until they are given up, and the log says so. */
  readonly abandoned: number
  /** For the last output, once they have ended. */
  readonly drained: number
}

export const ProcessGrace = Context.Reference<ProcessGrace>("@toolgate/processes/ProcessGrace", {
  defaultValue: () => ({ terminated: 3_000, abandoned: 30_000, drained: 500 })
})

/** Where bubblewrap is; `undefined`: where the system keeps its programs. It is never looked for in `PATH`. */
export const BubblewrapPath = Context.Reference<string | undefined>("@toolgate/processes/BubblewrapPath", {
  defaultValue: () => undefined
})

/** What this process holds others with. */
export interface ProcessHost {
  readonly grace: ProcessGrace
  readonly bubblewrap: Bubblewrap
  readonly pipes: Pipes
  /** Found when the first process needs it. */
  readonly cgroups: () => CgroupPlaces
}

/** What this process can hold others with, found as they need it. */
export const makeProcessHost: Effect.Effect<ProcessHost> = Effect.gen(function* () {
  return {
    grace: yield* ProcessGrace,
    bubblewrap: new Bubblewrap(yield* BubblewrapPath),
    pipes: new Pipes(),
    cgroups: once(() => new CgroupPlaces())
  }
})

import { Bubblewrap, CgroupPlaces, once, Pipes } from "@toolgate/processes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { RunFork } from "../toolLogger.ts"
import type { Variables } from "./commandEnvironment.ts"
import { HostSystemPaths } from "./systemMounts.ts"

/** How long a command that was asked to end is waited for, in milliseconds. */
export interface CommandGrace {
  /** Between asking its processes to end and killing them. */
  readonly terminated: number
  /** From being asked until the call is answered without it, and the log says so. */
  readonly abandoned: number
  /** For its last output, once it has ended. */
  readonly drained: number
}

/** How long commands that were asked to end are waited for. */
export const HostCommandGrace = Context.Reference<CommandGrace>("@toolgate/sandbox-host/HostCommandGrace", {
  defaultValue: () => ({ terminated: 3_000, abandoned: 30_000, drained: 500 })
})

/** Where bubblewrap is; `undefined`: where the system keeps its programs. It is never looked for in `PATH`. */
export const HostBubblewrap = Context.Reference<string | undefined>("@toolgate/sandbox-host/HostBubblewrap", {
  defaultValue: () => undefined
})

/** The variables that commands can be granted, by name. */
export const HostEnvironment = Context.Reference<Variables>("@toolgate/sandbox-host/HostEnvironment", {
  defaultValue: () => process.env
})

/** What all programs of one sandbox share. */
export interface CommandHost {
  readonly runFork: RunFork
  readonly environment: Variables
  readonly systemPaths: ReadonlyArray<string>
  readonly grace: CommandGrace
  readonly bubblewrap: Bubblewrap
  readonly pipes: Pipes
  /** Found when the first program needs it. */
  readonly cgroups: () => CgroupPlaces
}

/** What this process can hold programs with, found as they need it. */
export const makeCommandHost: Effect.Effect<CommandHost> = Effect.gen(function* () {
  return {
    runFork: Effect.runForkWith(yield* Effect.context<never>()),
    environment: yield* HostEnvironment,
    systemPaths: yield* HostSystemPaths,
    grace: yield* HostCommandGrace,
    bubblewrap: new Bubblewrap(yield* HostBubblewrap),
    pipes: new Pipes(),
    cgroups: once(() => new CgroupPlaces())
  }
})

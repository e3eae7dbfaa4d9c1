import { makeProcessHost, type ProcessHost } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import { HostEnvironment, type Variables } from "../confinement/commandEnvironment.ts"
import { HostSystemPaths } from "../confinement/systemMounts.ts"
import type { RunFork } from "../toolLogger.ts"

/** The parts that all commands of one sandbox share. */
export interface CommandHost extends ProcessHost {
  readonly runFork: RunFork
  readonly environment: Variables
  readonly systemPaths: ReadonlyArray<string>
}

export const makeCommandHost: Effect.Effect<CommandHost> = Effect.gen(function* () {
  return {
    ...(yield* makeProcessHost),
    runFork: Effect.runForkWith(yield* Effect.context<never>()),
    environment: yield* HostEnvironment,
    systemPaths: yield* HostSystemPaths
  }
})

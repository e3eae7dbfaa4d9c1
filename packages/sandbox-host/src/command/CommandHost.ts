import { makeProcessHost, type ProcessHost } from "@toolgate/processes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { RunFork } from "../toolLogger.ts"
import type { Variables } from "./commandEnvironment.ts"
import { HostSystemPaths } from "./systemMounts.ts"

/** The variables that commands can be granted, by name. */
export const HostEnvironment = Context.Reference<Variables>("@toolgate/sandbox-host/HostEnvironment", {
  defaultValue: () => process.env
})

/** What all commands of one sandbox share. */
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

import {
  HostEnvironment,
  HostSystemPaths,
  makeProcessHost,
  type ProcessHost,
  type Variables
} from "@toolgate/processes"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { RunFork } from "../makeToolLogger.ts"
import { SessionBytes, SessionFolders } from "../session/SessionFolders.ts"

/** Shared by all commands of a sandbox. */
export interface CommandHost extends ProcessHost {
  readonly runFork: RunFork
  readonly environment: Variables
  readonly systemPaths: ReadonlyArray<string>
  /** The temporary folders of sessions. Absent: each command has temporary folders in memory. */
  readonly sessions?: SessionFolders
}

// An app may make a sandbox without a scope. The next gate then removes the remaining folders.
const makeSessions = Effect.gen(function* () {
  const sessions = new SessionFolders(yield* SessionBytes)
  const scope = Option.getOrUndefined(yield* Effect.serviceOption(Scope.Scope))
  if (scope !== undefined)
    yield* Scope.addFinalizer(
      scope,
      Effect.promise(() => sessions.close())
    )
  return sessions
})

export const makeCommandHost: Effect.Effect<CommandHost> = Effect.gen(function* () {
  return {
    ...(yield* makeProcessHost),
    runFork: Effect.runForkWith(yield* Effect.context<never>()),
    environment: yield* HostEnvironment,
    systemPaths: yield* HostSystemPaths,
    sessions: yield* makeSessions
  }
})

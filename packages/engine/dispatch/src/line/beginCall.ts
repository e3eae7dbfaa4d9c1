import type { AuditLog, DispatchHooks, Permit, Refused } from "@toolgate/core"
import * as Exit from "effect/Exit"
import type { CallInFlight, RunFork } from "../call/CallInFlight.ts"
import { makeStartEvent } from "../events/events.ts"
import { hookBroke, logHookFailure } from "../hooks/stopAfterHookFailure.ts"
import { unclaimed } from "../reasons.ts"

interface BeginParts {
  readonly hooks: DispatchHooks["Service"]
  readonly audit: AuditLog["Service"]
  readonly runFork: RunFork
}

/** Marks a call as running, unless it is ending. From here on, its tool may take effect. */
export const beginCall = (flight: CallInFlight, { hooks, audit, runFork }: BeginParts): Exit.Exit<void, Refused> => {
  const { context, life, progress } = flight
  const permit = progress.permit as Permit
  if (flight.reason !== undefined) return Exit.fail(flight.reason)
  const { joinsEarlier = false } = context.defer ?? {}
  const mayComeTwice = progress.given !== undefined || joinsEarlier !== false
  if (mayComeTwice && permit.approval?.claim !== undefined && audit.takesClaims !== true) return Exit.fail(unclaimed)
  try {
    hooks.started(permit)
  } catch (cause) {
    runFork(logHookFailure(cause, flight.loggedArgs, flight.callId, context))
    return Exit.fail(hookBroke)
  }
  if (flight.reason !== undefined) return Exit.fail(flight.reason)
  life.begin()
  flight.publish(makeStartEvent(flight.input, permit, life.begunAt))
  return Exit.void
}

import type {
  AuditLog,
  EventCall,
  RuntimePolicy,
  Sandboxes,
  ToolEvent,
  ToolEvents,
  ToolExecution
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { AnswersOptions } from "./answer/Answers.ts"
import type { CallInFlight, RunFork } from "./call/CallInFlight.ts"

interface GuardedParts {
  readonly events: ToolEvents["Service"]
  readonly policy: RuntimePolicy["Service"]
  readonly audit: AuditLog["Service"]
  readonly sandboxes: Sandboxes["Service"]
}

/** Wraps calls to the gate's parts whose failure must not stop a call: errors are logged. */
export const guardParts = ({ events, policy, audit, sandboxes }: GuardedParts, runFork: RunFork) => {
  const log = (line: string, cause: unknown): void => {
    runFork(Effect.logError(line, Cause.die(cause)))
  }
  const publish = (event: ToolEvent, call?: EventCall): void => {
    try {
      events.publish(event, call)
    } catch (cause) {
      log("An event could not be published.", cause)
    }
  }
  // A policy without a digest still decides.
  const policyDigest = (): string | undefined => {
    try {
      return policy.digest?.()
    } catch (cause) {
      log("A policy failed to return its digest.", cause)
      return undefined
    }
  }
  const whenKept = audit.whenKept?.bind(audit)
  const keeping =
    whenKept === undefined
      ? undefined
      : Effect.tapCause(Effect.suspend(whenKept), (cause) => Effect.logError(unrecorded, cause))
  const record: AnswersOptions["record"] = (
    { progress: { entry, tool }, context }: CallInFlight,
    answer: ToolExecution
  ) => {
    try {
      if (entry === undefined) audit.refused(answer, context, { tool: tool?.digest, policy: policyDigest() })
      else entry.end(answer)
    } catch (cause) {
      log(unrecorded, cause)
    }
    return keeping
  }
  const stopBroke = (cause: unknown): void => log("A sandbox failed when it was asked to stop a call.", cause)
  const sessionEnded = (session: string, agent?: string): void => {
    try {
      policy.sessionEnded?.(session)
    } catch (cause) {
      log("A policy failed when it was notified of the end of a session.", cause)
    }
    try {
      sandboxes.sessionEnded?.(session, agent)
    } catch (cause) {
      log("A sandbox failed when it was notified of the end of a session.", cause)
    }
  }
  return { publish, policyDigest, record, stopBroke, sessionEnded }
}

const unrecorded = "The answer to a call could not be recorded."

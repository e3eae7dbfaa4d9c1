import {
  type AuditLog,
  type Gated,
  type Permit,
  type Ran,
  type Refused,
  type Replayed,
  refused,
  type ToolExecution
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { ran } from "./permits.ts"

/**
 * Takes a call through its entry like the gate, but without a gate. The run begins only if its intent is stored.
 * Resolves to the answer with which the entry ended, or never, if the log or the run does not answer. Rejects with the
 * run's error, so that a run can contain assertions.
 */
export const onRecord = (
  log: AuditLog["Service"],
  permit: Permit,
  run: () => Ran | Gated<Ran> = ran
): Promise<ToolExecution> =>
  new Promise((resolve, reject) => {
    const entry = log.entry(permit)
    const end = (answer: ToolExecution): void => {
      entry.end(answer)
      resolve(answer)
    }
    whenDone(entry.intend(), (intended) => {
      if (intended._tag === "Failure") {
        end(answerTo(permit, { error: errorIn(intended.cause) }))
        return
      }
      const begunAt = performance.now()
      whenDone(started(run, reject), (exit) => {
        const { executed = "yes", ...ended } =
          exit._tag === "Success" ? exit.value : { error: errorIn(exit.cause), executed: undefined }
        end(answerTo(permit, { ...ended, executed, durationMs: performance.now() - begunAt }))
      })
    })
  })

/** Returns the answer to a permitted call. By default, the call did not run. */
export const answerTo = (
  { request: { callId, tool, args }, grant }: Permit,
  { error, executed = "no", ...more }: Partial<ToolExecution>
): ToolExecution => ({
  callId,
  toolName: tool.name,
  arguments: args,
  success: error === undefined,
  output: { content: [], success: false, metadata: {} },
  error,
  executed,
  sandbox: grant.sandbox,
  enforced: undefined,
  durationMs: 0,
  waitedMs: 0,
  ...more
})

const started = (run: () => Ran | Gated<Ran>, threw: (cause: unknown) => void): Gated<Ran> => {
  try {
    const answer = run()
    return Effect.isEffect(answer) ? answer : Exit.succeed(answer)
  } catch (cause) {
    threw(cause)
    return Effect.never
  }
}

const whenDone = <A, E>(answer: Effect.Effect<A, E>, done: (exit: Exit.Exit<A, E>) => void): void => {
  if (Exit.isExit(answer)) done(answer as Exit.Exit<A, E>)
  else Effect.runFork(answer).addObserver(done)
}

const errorIn = ({ reasons }: Cause.Cause<Refused | Replayed>): Refused | undefined => {
  const ended = reasons.find(Cause.isFailReason)?.error ?? refused("InternalError", "The run failed.")
  return ended._tag === "Replayed" ? ended.error : ended
}

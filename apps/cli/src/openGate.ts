import * as Effect from "effect/Effect"
import {
  AuditLogUnavailable,
  createToolgate,
  GuestInvalid,
  type OnAsk,
  PolicyInvalid,
  type ToolgateOptions,
  WorkspaceInvalid
} from "toolgate"
import type { GateFlags } from "./gateFlags.ts"
import { LogFormat, LogLevel } from "./globalFlags.ts"
import { type LogOptions, lazyPino, type WrittenLog } from "./lazyPino.ts"
import { policyChoice } from "./policyFlags.ts"
import { WrongUse } from "./WrongUse.ts"

/**
 * Opens the gate that the flags describe, until the scope closes. Fails where they cannot be followed. `ask` is asked where there
 * is a terminal: somebody has to be there to read the question, and to answer it. `logTo` makes the log.
 */
export const openGate = (
  given: GateFlags,
  {
    ask,
    logTo = lazyPino,
    ...options
  }: Pick<ToolgateOptions, "tools" | "audit"> & {
    readonly ask: OnAsk
    readonly logTo?: (options: LogOptions) => WrittenLog
  }
) =>
  Effect.gen(function* () {
    if (given.workspace === "")
      return yield* new WrongUse({ message: 'The flag "--workspace" is empty; name a folder, or leave the flag out.' })
    const policy = policyChoice(given.policy)
    if (policy instanceof WrongUse) return yield* policy
    const logger = logTo({ level: yield* LogLevel, format: yield* LogFormat })
    const opening = Effect.tryPromise({
      try: () =>
        createToolgate({
          ...options,
          workspace: given.workspace,
          policy,
          logger,
          ...(process.stderr.isTTY ? { onAsk: ask } : {}),
          approvalTimeoutMs: given.askTimeout * 1000
        }),
      catch: (cause) => cause
    }).pipe(Effect.catch(wrongUse))
    return yield* Effect.acquireRelease(opening, (gate) => Effect.promise(() => gate.close().then(logger.written)))
  })

const wrongUse = (cause: unknown): Effect.Effect<never, WrongUse> => {
  if (cause instanceof AuditLogUnavailable)
    return Effect.fail(new WrongUse({ message: `${cause.message} The flag "--audit" names one.`, cause }))
  return cause instanceof WorkspaceInvalid || cause instanceof PolicyInvalid || cause instanceof GuestInvalid
    ? Effect.fail(new WrongUse({ message: cause.message, cause }))
    : Effect.die(cause)
}

import type { SecretKey } from "@toolgate/local-secrets"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type Answers, auditLogIn } from "./auditLogIn.ts"
import type { ClaimOptions } from "./claims/Claiming.ts"
import type { SegmentPlace } from "./segments/SegmentPlace.ts"
import { SegmentStore } from "./segments/SegmentStore.ts"

/** The options of an audit log that no place changes. */
export interface SegmentOptions {
  /** The size in bytes at which a segment is followed by another; 64 MiB by default. */
  readonly segmentBytes?: number
  /** The number of bytes that may wait to be written before calls wait that otherwise would not; 8 MiB by default. */
  readonly queueBytes?: number
  /**
   * The time at which calls are answered: `"at once"` by default. `"recorded"`: a call is answered only after its outcome,
   * or its refusal, would survive a loss of power. The answer says so if it may be lost. Each call waits for the disk then.
   */
  readonly answers?: Answers
}

/** Returns the options with their defaults. Throws for invalid ones. */
export const segmentOptions = ({
  segmentBytes = 64 * 1024 * 1024,
  queueBytes = 8 * 1024 * 1024,
  answers = "at once"
}: SegmentOptions): Required<SegmentOptions> => {
  for (const [name, bytes] of Object.entries({ segmentBytes, queueBytes }))
    if (!(Number.isSafeInteger(bytes) && bytes > 0))
      throw new RangeError(`"${name}" must be a number of bytes greater than 0.`)
  if (answers !== "at once" && answers !== "recorded") throw new TypeError('"answers" must be "at once" or "recorded".')
  return { segmentBytes, queueBytes, answers }
}

/**
 * Opens the audit log that writes to a place, and closes it with the scope. Fails with the place's error. Reports to the
 * operator's log when the place fails later, with the annotations, and when it can be written again.
 */
export const openAuditLog = Effect.fnUntraced(function* (
  place: SegmentPlace,
  key: SecretKey,
  options: Required<SegmentOptions>,
  annotations: Readonly<Record<string, string>>,
  claims?: ClaimOptions
) {
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const store = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        SegmentStore.open({
          place,
          key: key.id,
          segmentBytes: options.segmentBytes,
          queueBytes: options.queueBytes,
          tell: (state) => {
            const line = "failed" in state ? failure(state.failed) : recovery(state)
            runFork(Effect.annotateLogs(line, annotations))
          }
        }),
      catch: (cause) => cause
    }),
    (opened) => Effect.promise(() => opened.close())
  )
  return auditLogIn(store, key, options.answers, claims)
})

const failure = (cause: unknown) =>
  Effect.logError("The audit log cannot be written; every call is refused until it can be.", Cause.fail(cause))

const recovery = (lost: { readonly lost: number; readonly refused: number }) =>
  Effect.annotateLogs(Effect.logWarning("The audit log can be written again."), { ...lost })

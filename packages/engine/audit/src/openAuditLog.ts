import type { AuditLog } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { ClaimOptions } from "./claims/Claiming.ts"
import { type AnswerTime, makeAuditLog } from "./makeAuditLog.ts"
import type { SegmentStorage } from "./segments/SegmentStorage.ts"
import { SegmentStore } from "./segments/SegmentStore.ts"

/** The options of an audit log, the same for files and databases. */
export interface SegmentOptions {
  /** The size in bytes at which the next segment begins. Default: 64 MiB. */
  readonly segmentBytes?: number
  /** The bytes that may be waiting to be written before further calls have to wait. Default: 8 MiB. */
  readonly queueBytes?: number
  /**
   * The time when calls are answered. Default: `"at once"`. With `"recorded"`, each call waits for the disk: it is answered
   * after its outcome or refusal would survive a power loss. The answer says so if the record may be lost.
   */
  readonly answers?: AnswerTime
}

/**
 * Returns the options with defaults. Throws for invalid options.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { segmentOptions } from "@toolgate/audit"
 *
 * assert.equal(segmentOptions({ segmentBytes: 1_000_000 }).answers, "at once")
 * assert.throws(() => segmentOptions({ segmentBytes: 0 }), RangeError)
 * ```
 */
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
 * Opens an audit log that writes to `place`, and closes it with the scope. Fails with the place's error. Logs, with the
 * annotations, when the place fails later and when it recovers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { openAuditLog, type SegmentStorage, segmentOptions } from "@toolgate/audit"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import * as Effect from "effect/Effect"
 *
 * // Stores lines in memory. A database would insert rows.
 * const lines: Array<string> = []
 * const place: SegmentStorage = {
 *   writeAfterMs: 0,
 *   syncsWrites: true,
 *   open: async (_name, _before, first) => {
 *     lines.push(String(first([])))
 *     const write: Awaited<ReturnType<SegmentStorage["open"]>>["write"] = async (batch) =>
 *       void lines.push(String(batch.lines([])))
 *     return { write, sync: async () => {}, close: async () => {} }
 *   },
 *   restore: async () => {}
 * }
 * await Effect.runPromise(Effect.scoped(openAuditLog(place, new SecretKey(randomBytes(32)), segmentOptions({}), {})))
 * assert.deepEqual(
 *   lines.map((line) => JSON.parse(line).kind),
 *   ["log.opened", "log.closed"]
 * )
 * ```
 */
export const openAuditLog: (
  place: SegmentStorage,
  key: SecretKey,
  options: Required<SegmentOptions>,
  annotations: Readonly<Record<string, string>>,
  claims?: ClaimOptions
) => Effect.Effect<AuditLog["Service"], unknown, Scope> = Effect.fnUntraced(
  function* (place, key, options, annotations, claims) {
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
    return makeAuditLog(store, key, options.answers, claims)
  }
)

const failure = (cause: unknown) =>
  Effect.logError("The audit log cannot be written; every call is refused until it can be.", Cause.fail(cause))

const recovery = (lost: { readonly lost: number; readonly refused: number }) =>
  Effect.annotateLogs(Effect.logWarning("The audit log can be written again."), { ...lost })

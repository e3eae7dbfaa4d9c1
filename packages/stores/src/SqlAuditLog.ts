import { openAuditLog, type SegmentOptions, segmentOptions } from "@toolgate/audit"
import { AuditLog, StoreUnavailable, type ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { tablePlace } from "./audit/tablePlace.ts"
import { Database } from "./Database.ts"
import { claimsIn } from "./SqlCallClaims.ts"

/** The options of an audit log in a database. */
export interface SqlAuditLogOptions extends SegmentOptions {
  /** The key of the digests that stand for secrets, and of what is kept for idempotency keys. Gates that share the store share it. */
  readonly key: SecretKey
  /** Returns the answer to a call sealed for whoever asks for its approval. Without it, the answer is not kept there. */
  readonly sealAnswer?: ((approvalId: string, answer: ToolExecution) => string) | undefined
}

/**
 * A layer for an audit log in a database, which several gates may share. A call with an idempotency key or a stored approval
 * claims it in the transaction in which its intent is recorded. If the database fails later, every call is refused
 * until records can be written again. Throws for invalid options.
 *
 * ```ts
 * import { keyOf } from "@toolgate/local-secrets"
 * import { openStore, SqlAuditLog } from "@toolgate/stores"
 * import * as Layer from "effect/Layer"
 *
 * const key = await keyOf("env:TOOLGATE_KEY")
 * export const audit = SqlAuditLog.layer({ key }).pipe(Layer.provide(openStore("postgres://gate@db/toolgate")))
 * ```
 */
export const layer = (options: SqlAuditLogOptions): Layer.Layer<AuditLog, StoreUnavailable, Database> => {
  const segments = segmentOptions(options)
  return Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const database = yield* Database
      const { key, sealAnswer } = options
      const claims = { claims: claimsIn(database), key, sealAnswer }
      return yield* openAuditLog(tablePlace(database), key, segments, { store: database.shown }, claims).pipe(
        Effect.mapError((cause) =>
          cause instanceof StoreUnavailable
            ? cause
            : new StoreUnavailable({ message: "The audit log cannot be opened in the store.", cause })
        )
      )
    })
  )
}

export { tableSource as source } from "./audit/tableSource.ts"

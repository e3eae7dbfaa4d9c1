import { openAuditLog, type SegmentOptions, segmentOptions } from "@toolgate/audit"
import { AuditLog, StoreUnavailable } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { tablePlace } from "./audit/tablePlace.ts"
import { Database } from "./Database.ts"

/** The options of an audit log in a database. */
export interface SqlAuditLogOptions extends SegmentOptions {
  /** The key of the digests that stand for secrets. */
  readonly key: SecretKey
}

/**
 * A layer for an audit log in a database, which several gates may share. If the database fails later, every call is refused
 * until records can be written again. Throws for invalid options.
 *
 * ```ts
 * import { keyOf } from "@toolgate/keys"
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
      return yield* openAuditLog(tablePlace(database), options.key, segments, { store: database.kind }).pipe(
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

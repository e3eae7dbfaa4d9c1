import { type AdminAct, AuditLog, type Refused, type StoreUnavailable } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { type Database, SqlAuditLog } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { WrongUse } from "./WrongUse.ts"

type Act = Omit<AdminAct, "from">

/** Records an act of an administrator, and ends when the record is stored. */
export type RecordAct = (act: Act) => Effect.Effect<void, StoreUnavailable | WrongUse, Database>

/** Returns the function that records acts in a store. */
export const makeRecordAct =
  (key: SecretKey): RecordAct =>
  (act) =>
    Effect.flatMap(AuditLog, (log) => recordActIn(log, act)).pipe(
      Effect.provide(SqlAuditLog.layer({ key, answers: "recorded" }))
    )

/** Records an act in a log that is open, and ends when the record is stored. */
export const recordActIn = (
  { administered, whenKept }: Partial<AuditLog["Service"]>,
  act: Act
): Effect.Effect<void, WrongUse> =>
  Effect.gen(function* () {
    administered?.({ ...act, from: "command line" })
    if (whenKept !== undefined) yield* Effect.mapError(whenKept(), notRecorded)
  })

const notRecorded = (cause: Refused): WrongUse =>
  new WrongUse({
    message:
      "The record of this change cannot be written to the store. Make sure that the store can be written, and try again.",
    cause
  })

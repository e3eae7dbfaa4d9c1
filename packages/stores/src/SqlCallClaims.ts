import { CallClaims } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { settleClaims } from "./claims/settleClaims.ts"
import { readKeyState, settleDoubt, takeClaims } from "./claims/takeClaims.ts"
import { Database } from "./Database.ts"
import { writeAgain } from "./writeAgain.ts"

/**
 * A layer for `CallClaims` in a database, which several gates may share. Only needed if the audit log is stored
 * elsewhere: `SqlAuditLog` takes claims itself, together with its records.
 */
export const layer: Layer.Layer<CallClaims, never, Database> = Layer.effect(
  CallClaims,
  Effect.map(Database, (database) => makeCallClaims(database))
)

/** Returns the claims in a database. */
export const makeCallClaims = (database: Database["Service"]): CallClaims["Service"] => ({
  take: (claim) =>
    Effect.map(
      writeAgain(database, (db, announce) => takeClaims(database, db, announce, [claim])),
      ([answer]) => answer
    ),
  wait: Effect.fnUntraced(function* (key) {
    for (;;) {
      const state = yield* database.read((db) => readKeyState(database, db, key))
      if (state === "free") return
      if (state === "doubtful") yield* writeAgain(database, (db) => settleDoubt(database, db, key))
      yield* Effect.sleep(lookEveryMs)
    }
  }),
  settle: (claim, end) => writeAgain(database, (db, announce) => settleClaims(database, db, announce, [{ claim, end }]))
})

/** The polling interval for a key that another call holds, in milliseconds. */
const lookEveryMs = 100

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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { CallClaims } from "@toolgate/core"
 * import { openStore, SqlCallClaims } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
 * const program = Effect.gen(function* () {
 *   const { take } = yield* CallClaims
 *   return [yield* take({ key }), yield* take({ key: { ...key, claim: "other bits" } })]
 * })
 * const claims = SqlCallClaims.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * // Only the first gate takes the claim.
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, claims)), [undefined, { key: "held" }])
 * ```
 */
export const layer: Layer.Layer<CallClaims, never, Database> = Layer.effect(
  CallClaims,
  Effect.map(Database, (database) => makeCallClaims(database))
)

/**
 * Returns the claims in a database.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { Database, openStore, SqlCallClaims } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
 * const program = Effect.gen(function* () {
 *   const { take, settle } = SqlCallClaims.makeCallClaims(yield* Database)
 *   yield* take({ key })
 *   yield* settle({ key }, { executed: "no" })
 *   // The first call did not run, so its key is free again.
 *   return yield* take({ key: { ...key, claim: "other bits" } })
 * })
 * assert.equal(await Effect.runPromise(Effect.provide(program, openStore(join(folder.path, "gate.sqlite")))), undefined)
 * ```
 */
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

import { ApprovalStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readHistory, recordViews } from "./approvalHistory.ts"
import { addApproval, changeApproval, hasLeftovers, sweepApprovals } from "./approvalRows.ts"
import { Database } from "./Database.ts"
import { listApprovals, readApproval } from "./readApprovals.ts"

/**
 * A layer for an `ApprovalStore` in a database, which several gates may share.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { ApprovalStore } from "@toolgate/core"
 * import { openStore, SqlApprovalStore } from "@toolgate/stores"
 * import { makeNewApproval } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const store = SqlApprovalStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * const request = makeNewApproval({ expiresAt: Date.now() + 60_000, waits: false })
 * await Effect.runPromise(
 *   Effect.provide(
 *     Effect.flatMap(ApprovalStore, ({ add }) => add(request)),
 *     store
 *   )
 * )
 * // A gate that opens the store later finds the request.
 * const get = Effect.flatMap(ApprovalStore, (one) => one.get(request.id))
 * assert.equal((await Effect.runPromise(Effect.provide(get, store)))?.state, "open")
 * ```
 */
export const layer: Layer.Layer<ApprovalStore, never, Database> = Layer.effect(
  ApprovalStore,
  Effect.map(Database, (database) => ({
    add: (asked, keys) => database.write((db, announce) => addApproval(database, db, announce, asked, keys)),
    get: (id) => database.read((db) => readApproval(db, id)),
    list: (filter = {}) => database.read((db) => listApprovals(db, filter)),
    change: (id, change) => database.write((db, announce) => changeApproval(database, db, announce, id, change)),
    saw: (ids, view) => database.write((db) => recordViews(database, db, ids, view)),
    history: (id) => database.read((db) => readHistory(db, id)),
    sweep: () =>
      Effect.flatMap(
        database.read((db) => hasLeftovers(database, db)),
        (isLeft) => (isLeft ? database.write((db, announce) => sweepApprovals(database, db, announce)) : Effect.void)
      ),
    listen: (changed) => database.listen("approvals", changed)
  }))
)

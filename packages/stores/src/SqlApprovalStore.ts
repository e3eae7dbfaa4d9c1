import { ApprovalStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  addApproval,
  approvalOf,
  changeApproval,
  digestOf,
  hasLeftovers,
  read,
  sweepApprovals
} from "./approvalRows.ts"
import { Database } from "./Database.ts"

/** The layer of an `ApprovalStore` in a database, which several gates may share. */
export const layer: Layer.Layer<ApprovalStore, never, Database> = Layer.effect(
  ApprovalStore,
  Effect.map(Database, (database) => ({
    add: (asked) => database.write((db, announce) => addApproval(database, db, announce, asked)),
    get: (id) => database.read((db) => approvalOf(db, id)),
    list: ({ ids, session, states } = {}) =>
      database.read(async (db) => {
        // A list that is empty bounds to nothing, which not every database understands.
        if (ids?.length === 0 || states?.length === 0) return []
        let query = db.selectFrom("toolgate_approvals").selectAll().orderBy("place")
        if (ids !== undefined) query = query.where("id", "in", ids)
        if (session !== undefined) query = query.where("session", "=", digestOf(session))
        if (states !== undefined) query = query.where("state", "in", states)
        return (await query.execute()).map(read)
      }),
    change: (id, change) => database.write((db, announce) => changeApproval(database, db, announce, id, change)),
    sweep: () =>
      Effect.flatMap(
        database.read((db) => hasLeftovers(database, db)),
        (isLeft) => (isLeft ? database.write((db, announce) => sweepApprovals(database, db, announce)) : Effect.void)
      ),
    listen: (changed) => database.listen("approvals", changed)
  }))
)

import { ApprovalStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  addApproval,
  changeApproval,
  hasLeftovers,
  listApprovals,
  readApproval,
  sweepApprovals
} from "./approvalRows.ts"
import { Database } from "./Database.ts"

/** A layer for an `ApprovalStore` in a database, which several gates may share. */
export const layer: Layer.Layer<ApprovalStore, never, Database> = Layer.effect(
  ApprovalStore,
  Effect.map(Database, (database) => ({
    add: (asked, keys) => database.write((db, announce) => addApproval(database, db, announce, asked, keys)),
    get: (id) => database.read((db) => readApproval(db, id)),
    list: (filter = {}) => database.read((db) => listApprovals(db, filter)),
    change: (id, change) => database.write((db, announce) => changeApproval(database, db, announce, id, change)),
    sweep: () =>
      Effect.flatMap(
        database.read((db) => hasLeftovers(database, db)),
        (isLeft) => (isLeft ? database.write((db, announce) => sweepApprovals(database, db, announce)) : Effect.void)
      ),
    listen: (changed) => database.listen("approvals", changed)
  }))
)

import type { Migration } from "kysely/migration"
import { computeDigest } from "./computeDigest.ts"
import { parseStoredMembers, readStoredText } from "./parseStoredJson.ts"

/** Adds the history of approvals, and the digests by which those of an agent or a tool are found. */
export const approvalHistoryMigration: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("toolgate_approval_history")
      .addColumn("approval", "text", (approval) => approval.notNull())
      .addColumn("kind", "text", (kind) => kind.notNull())
      .addColumn("viewer", "text", (viewer) => viewer.notNull())
      .addColumn("at", "bigint", (at) => at.notNull())
      .addColumn("last_at", "bigint")
      .addColumn("about", "text", (about) => about.notNull())
      .addPrimaryKeyConstraint("toolgate_approval_event", ["approval", "kind", "viewer"])
      .execute()
    for (const name of ["agent", "tool"]) {
      await db.schema.alterTable("toolgate_approvals").addColumn(name, "text").execute()
      await db.schema
        .createIndex(`toolgate_approvals_by_${name}`)
        .on("toolgate_approvals")
        .columns([name, "state", "place"])
        .execute()
    }
    // Pages of one state are found by other indexes.
    for (const name of ["place", "session"])
      await db.schema.dropIndex(`toolgate_approvals_by_${name}`).ifExists().execute()
    for (let last = ""; ; ) {
      const rows = await db
        .selectFrom("toolgate_approvals")
        .select(["id", "request"])
        .where("id", ">", last)
        .orderBy("id")
        .limit(500)
        .execute()
      for (const { id, request } of rows) {
        const { agent, tool } = parseStoredMembers(request)
        const digests = { agent: computeDigest(readStoredText(agent)), tool: computeDigest(readStoredText(tool)) }
        await db.updateTable("toolgate_approvals").set(digests).where("id", "=", id).execute()
      }
      if (rows.length === 0) return
      last = rows.at(-1)?.id
    }
  }
}

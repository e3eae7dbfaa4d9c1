import { type Kysely, sql } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { approvalHistoryMigration } from "./approvalHistoryMigration.ts"
import type { Tables } from "./Tables.ts"

/** The migrations, in the order of their names. Never change a released migration. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-quotas": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_quotas")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("calls", "bigint", (calls) => calls.notNull())
        .execute()
      await db.schema
        .createTable("toolgate_quota_calls")
        .addColumn("quota", "text", (quota) => quota.notNull())
        .addColumn("at", "bigint", (at) => at.notNull())
        .execute()
      await db.schema
        .createIndex("toolgate_quota_calls_by_quota")
        .on("toolgate_quota_calls")
        .columns(["quota", "at"])
        .execute()
      await db.schema.createIndex("toolgate_quota_calls_by_time").on("toolgate_quota_calls").column("at").execute()
    }
  },
  "0002-approvals": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_clock")
        .addColumn("id", "integer", (id) => id.primaryKey())
        .addColumn("latest", "bigint", (latest) => latest.notNull())
        .execute()
      await db.schema
        .createTable("toolgate_topics")
        .addColumn("topic", "text", (topic) => topic.primaryKey())
        .addColumn("changes", "bigint", (changes) => changes.notNull())
        .execute()
      await db.schema
        .createTable("toolgate_owners")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("process", "text", (process) => process.notNull())
        .addColumn("heard_at", "bigint", (heard) => heard.notNull())
        .addColumn("suspected_at", "bigint")
        .execute()
      await db.schema
        .createTable("toolgate_approvals")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("place", "bigint", (place) => place.notNull())
        .addColumn("state", "text", (state) => state.notNull())
        .addColumn("session", "text", (session) => session.notNull())
        .addColumn("digest", "text", (digest) => digest.notNull())
        .addColumn("mac", "text")
        .addColumn("due_at", "bigint")
        .addColumn("waits", "integer", (waits) => waits.notNull())
        .addColumn("owner", "text")
        .addColumn("request", "text", (request) => request.notNull())
        .addColumn("decision", "text")
        .addColumn("outcome", "text")
        .execute()
      for (const [name, columns] of Object.entries({
        place: ["place"],
        state: ["state", "place"],
        session: ["session", "place"],
        due: ["due_at"],
        owner: ["owner"]
      }))
        await db.schema.createIndex(`toolgate_approvals_by_${name}`).on("toolgate_approvals").columns(columns).execute()
    }
  },
  "0003-pins": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_pins")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("pin", "text", (pin) => pin.notNull())
        .execute()
    }
  },
  "0004-audit": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_audit")
        .addColumn("segment", "text", (segment) => segment.notNull())
        .addColumn("seq", "bigint", (seq) => seq.notNull())
        .addColumn("at", "text", (at) => at.notNull())
        .addColumn("kind", "text", (kind) => kind.notNull())
        .addColumn("session", "text")
        .addColumn("tool", "text")
        .addColumn("call", "text")
        .addColumn("line", "text", (line) => line.notNull())
        .addPrimaryKeyConstraint("toolgate_audit_place", ["segment", "seq"])
        .execute()
      for (const [name, first] of Object.entries({ time: [], session: ["session"], tool: ["tool"] }))
        await db.schema
          .createIndex(`toolgate_audit_by_${name}`)
          .on("toolgate_audit")
          .columns([...first, "at", "segment", "seq"])
          .execute()
      await db.schema
        .createTable("toolgate_audit_segments")
        .addColumn("segment", "text", (segment) => segment.primaryKey())
        .addColumn("seq", "bigint", (seq) => seq.notNull())
        .addColumn("hash", "text", (hash) => hash.notNull())
        .addColumn("named", "bigint", (named) => named.notNull())
        .execute()
    }
  },
  "0005-claims": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_call_keys")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("args", "text", (args) => args.notNull())
        .addColumn("claim", "text", (claim) => claim.notNull())
        .addColumn("state", "text", (state) => state.notNull())
        .addColumn("owner", "text")
        .addColumn("outcome", "text")
        .addColumn("forget_at", "bigint")
        .execute()
      await db.schema.createIndex("toolgate_call_keys_by_time").on("toolgate_call_keys").column("forget_at").execute()
    }
  },
  "0006-spent-approvals": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_spent_approvals")
        .addColumn("id", "text", (id) => id.primaryKey())
        .execute()
      await sql`insert into toolgate_spent_approvals
        select id from toolgate_approvals where state in ('claimed', 'done', 'unknown')`.execute(db)
    }
  },
  "0007-withdrawn-approvals": {
    up: async (db) => {
      await db.schema
        .alterTable("toolgate_spent_approvals")
        .addColumn("state", "text", (state) => state.notNull().defaultTo("unknown"))
        .execute()
      await sql`insert into toolgate_spent_approvals
        select id, 'withdrawn' from toolgate_approvals where state = 'withdrawn'
        on conflict (id) do update set state = 'withdrawn'`.execute(db)
    }
  },
  "0008-artifacts": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_artifacts")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("content", "text", (content) => content.notNull())
        .addColumn("owner", "text", (owner) => owner.notNull())
        .addColumn("size", "bigint", (size) => size.notNull())
        .addColumn("created_at", "bigint", (created) => created.notNull())
        .addColumn("expires_at", "bigint", (expires) => expires.notNull())
        .addColumn("about", "text", (about) => about.notNull())
        .execute()
      for (const [name, column] of Object.entries({ content: "content", owner: "owner", time: "expires_at" }))
        await db.schema.createIndex(`toolgate_artifacts_by_${name}`).on("toolgate_artifacts").column(column).execute()
      await db.schema
        .createTable("toolgate_artifact_parts")
        .addColumn("content", "text", (content) => content.notNull())
        .addColumn("part", "integer", (part) => part.notNull())
        // SQLite accepts any type name and stores bytes as bytes.
        .addColumn("bytes", sql`bytea`, (bytes) => bytes.notNull())
        .addPrimaryKeyConstraint("toolgate_artifact_part", ["content", "part"])
        .execute()
    }
  },
  "0009-chain-runs": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_chain_runs")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("begun_at", "bigint", (begun) => begun.notNull())
        .addColumn("owner", "text")
        .addColumn("due_at", "bigint", (due) => due.notNull())
        .addColumn("header", "text", (header) => header.notNull())
        .addColumn("head", "text", (head) => head.notNull())
        .execute()
      for (const [name, column] of Object.entries({ owner: "owner", time: "due_at" }))
        await db.schema.createIndex(`toolgate_chain_runs_by_${name}`).on("toolgate_chain_runs").column(column).execute()
      await db.schema
        .createTable("toolgate_chain_entries")
        .addColumn("run", "text", (run) => run.notNull())
        .addColumn("place", "integer", (place) => place.notNull())
        .addColumn("entry", "text", (entry) => entry.notNull())
        .addPrimaryKeyConstraint("toolgate_chain_entry", ["run", "place"])
        .execute()
      await db.schema
        .createTable("toolgate_chain_ways")
        .addColumn("way", "text", (way) => way.notNull())
        .addColumn("run", "text", (run) => run.notNull())
        .addPrimaryKeyConstraint("toolgate_chain_way", ["way", "run"])
        .execute()
      await db.schema.createIndex("toolgate_chain_ways_by_run").on("toolgate_chain_ways").column("run").execute()
    }
  },
  "0010-approval-keys": {
    up: async (db) => {
      for (const name of ["asker", "call"])
        await db.schema.alterTable("toolgate_approvals").addColumn(name, "text").execute()
      for (const [name, columns] of Object.entries({
        asker: ["asker", "state", "due_at"],
        call: ["call", "state"],
        session_state: ["session", "state", "place"]
      }))
        await db.schema.createIndex(`toolgate_approvals_by_${name}`).on("toolgate_approvals").columns(columns).execute()
    }
  },
  "0011-clock": {
    up: async (db) => {
      await db.schema
        .alterTable("toolgate_clock")
        .addColumn("seen", "bigint", (seen) => seen.notNull().defaultTo(0))
        .execute()
      await db.updateTable("toolgate_clock").set({ seen: sql`latest` }).execute()
    }
  },
  "0012-server-tokens": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_tokens")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("sha256", "text", (sha256) => sha256.notNull().unique())
        .addColumn("place", "bigint", (place) => place.notNull())
        .addColumn("token", "text", (token) => token.notNull())
        .execute()
      await db.schema
        .createTable("toolgate_revoked_tokens")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("at", "bigint", (at) => at.notNull())
        .execute()
      await db.schema
        .createTable("toolgate_sessions")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("token", "text", (token) => token.notNull())
        .addColumn("opened_at", "bigint", (opened) => opened.notNull())
        .addColumn("ended_at", "bigint")
        .addColumn("session", "text", (session) => session.notNull())
        .execute()
      for (const [name, first] of Object.entries({ time: [], token: ["token"] }))
        await db.schema
          .createIndex(`toolgate_sessions_by_${name}`)
          .on("toolgate_sessions")
          .columns([...first, "opened_at", "id"])
          .execute()
    }
  },
  "0013-approval-history": approvalHistoryMigration,
  "0014-webhooks": {
    up: async (db) => {
      await db.schema
        .createTable("toolgate_webhooks")
        .addColumn("id", "text", (id) => id.primaryKey())
        .addColumn("endpoint", "text", (endpoint) => endpoint.notNull())
        .addColumn("added_at", "bigint", (added) => added.notNull())
        .addColumn("forget_at", "bigint", (forget) => forget.notNull())
        .addColumn("due_at", "bigint")
        .addColumn("owner", "text")
        .addColumn("attempts", "integer", (attempts) => attempts.notNull())
        .addColumn("delivery", "text", (delivery) => delivery.notNull())
        .execute()
      for (const [name, columns] of Object.entries({
        endpoint: ["endpoint", "due_at"],
        owner: ["endpoint", "owner"],
        time: ["forget_at"]
      }))
        await db.schema.createIndex(`toolgate_webhooks_by_${name}`).on("toolgate_webhooks").columns(columns).execute()
    }
  }
}

const migrationTableName = "toolgate_migrations"

/**
 * Migrates the tables to the latest version. Concurrent processes wait for the first one. Rejects with `NewerStore` if
 * the store has an unknown migration.
 */
export const migrate = async (db: Kysely<Tables>): Promise<void> => {
  const names = Object.keys(migrations)
  const taken = await namesTaken(db)
  if (taken.length === names.length && taken.every((name) => names.includes(name))) return
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName,
    migrationLockTableName: "toolgate_migrations_lock"
  }).migrateToLatest()
  if (error === undefined) return
  if ((await namesTaken(db)).some((name) => !names.includes(name))) throw new NewerStore()
  throw error
}

/** The error for a store that a newer version of Toolgate has migrated. */
export class NewerStore extends Error {}

const namesTaken = async (db: Kysely<Tables>): Promise<ReadonlyArray<string>> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTableName)) return []
  const rows = await db
    .withTables<{ [migrationTableName]: { readonly name: string } }>()
    .selectFrom(migrationTableName)
    .select("name")
    .execute()
  return rows.map(({ name }) => name)
}

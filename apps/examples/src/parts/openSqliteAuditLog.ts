// An audit log in a table, written against the port alone. A call that changes anything starts only after its row is
// stored.
import { DatabaseSync } from "node:sqlite"
import { AuditLog, refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const table = "create table if not exists calls (session text, id text, tool text, kind text, executed text, why text)"

const unavailable = refused("AuditUnavailable", "The call was refused because its record could not be written.")

/** Returns the layer of a log in the database at this path. The log is closed with its scope. */
export const openSqliteAuditLog = (path: string) =>
  Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(path)),
        (open) => Effect.sync(() => open.close())
      )
      database.exec(table)
      const insert = database.prepare("insert into calls values (?, ?, ?, ?, ?, ?)")
      const write = (...row: ReadonlyArray<string | null>): void => void (database.isOpen && insert.run(...row))
      return {
        entry: ({ request: { callId, tool, context } }) => ({
          intend: () =>
            Effect.try({
              try: () => void insert.run(context.session, callId, tool.name, "intent", null, null),
              catch: () => unavailable
            }),
          end: ({ executed, error }) =>
            write(context.session, callId, tool.name, "outcome", executed, error?.why ?? null)
        }),
        refused: ({ callId, toolName, error }, { session }) =>
          write(session, callId, toolName, "refused", "no", error?.why ?? null)
      }
    })
  )

// node raceForKeys.ts PLACE EFFECTS: makes a call with each key in its input lines, and prints the outcome as JSON. A
// key that begins with "naive" is used incorrectly: reads the row, runs, and writes the row.
import { createInterface } from "node:readline"
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Database, openStore, SqlAuditLog } from "../../src/index.ts"
import { addLine, keyedCall, keyedPermit } from "../keyedCalls.ts"

const [place = "", effects = ""] = process.argv.slice(2)
const runtime = ManagedRuntime.make(
  SqlAuditLog.layer({ key: new SecretKey(new Uint8Array(32)) }).pipe(Layer.provideMerge(openStore(place)))
)
const log = await runtime.runPromise(AuditLog)
const database = await runtime.runPromise(Database)

const naive = async (key: string) => {
  const rows = await Effect.runPromise(
    database.read((db) => db.selectFrom("toolgate_quotas").selectAll().where("id", "=", key).execute())
  )
  if (rows.length > 0) return { ran: false, text: undefined }
  const text = addLine(effects, key)()
  const row = { id: key, calls: 1 }
  await Effect.runPromise(
    database.write((db) =>
      db
        .insertInto("toolgate_quotas")
        .values(row)
        .onConflict((one) => one.doNothing())
        .execute()
    )
  )
  return { ran: true, text }
}

console.log("ready")
for await (const key of createInterface(process.stdin)) {
  const call = key.startsWith("naive") ? naive(key) : keyedCall(log, keyedPermit(key), addLine(effects, key))
  console.log(JSON.stringify(await call))
}
await runtime.dispose()

import { type Pin, PinStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Kysely } from "kysely"
import { digestOf } from "./approvalRows.ts"
import { Database } from "./Database.ts"
import type { Tables } from "./Tables.ts"

/** The layer of a `PinStore` in a database, which several gates may share. */
export const layer: Layer.Layer<PinStore, never, Database> = Layer.effect(
  PinStore,
  Effect.map(Database, (database) => ({
    get: (tool) => database.read((db) => pinOf(db, tool)),
    add: (pin) =>
      database.write(async (db, announce) => {
        const [row] = await db
          .insertInto("toolgate_pins")
          .values(rowOf(pin))
          .onConflict((row) => row.column("id").doNothing())
          .returningAll()
          .execute()
        if (row === undefined) return (await pinOf(db, pin.tool)) ?? pin
        await announce("pins")
        return pin
      }),
    replace: (pin) =>
      database.write(async (db, announce) => {
        const row = rowOf(pin)
        await db
          .insertInto("toolgate_pins")
          .values(row)
          .onConflict((held) => held.column("id").doUpdateSet({ pin: row.pin }))
          .execute()
        await announce("pins")
      }),
    listen: (changed) => database.listen("pins", changed)
  }))
)

const rowOf = (pin: Pin) => ({ id: digestOf(pin.tool), pin: JSON.stringify(pin) })

const pinOf = async (db: Kysely<Tables>, tool: string): Promise<Pin | undefined> => {
  const row = await db.selectFrom("toolgate_pins").select("pin").where("id", "=", digestOf(tool)).executeTakeFirst()
  return row && JSON.parse(row.pin)
}

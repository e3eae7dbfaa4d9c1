import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database, openDatabase, type StoreOptions } from "./Database.ts"
import { StoreInvalid } from "./StoreInvalid.ts"
import { storePlaceOf } from "./StorePlace.ts"

/**
 * A layer for the store at a place: `PATH` or `sqlite:PATH` for a file, `postgres://USER@HOST/DATABASE` for a database. Makes the
 * file and the tables if they are not there. Fails with `StoreInvalid`.
 */
export const openStore = (place: string, options?: StoreOptions): Layer.Layer<Database, StoreInvalid> =>
  Layer.effect(
    Database,
    Effect.suspend(() => {
      const read = storePlaceOf(place)
      return "fault" in read
        ? Effect.fail(
            new StoreInvalid({ message: `The place of the store cannot be used: ${read.fault}`, cause: undefined })
          )
        : openDatabase(read, options)
    })
  )

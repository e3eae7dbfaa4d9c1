import { StoreUnavailable } from "@toolgate/core"
import { StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"

/** Runs a step with a resident gate. Reports why it cannot be reached, and ends the command. */
export const failResident = <A>(run: () => Promise<A>): Effect.Effect<A, Unsuccessful | WrongUse, Screen> =>
  Effect.catch(Effect.tryPromise({ try: run, catch: (cause) => cause }), (cause) =>
    Effect.gen(function* () {
      if (cause instanceof WrongUse) return yield* cause
      if (cause instanceof StoreInvalid || cause instanceof StoreUnavailable) return yield* convertStoreError(cause)
      if (!(cause instanceof ResidentUnavailable)) return yield* Effect.die(cause)
      yield* (yield* Screen).notice(`toolgate: ${cause.message}\n`)
      return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )

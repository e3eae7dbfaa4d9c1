import type { StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Change, Database } from "./Database.ts"

/** Runs a transaction, and retries it if the database aborted it because of a conflict. */
export const writeAgain = <A>(database: Database["Service"], change: Change<A>): Effect.Effect<A, StoreUnavailable> =>
  Effect.retry(database.write(change), { while: isBeaten, times: 20 })

const isBeaten = ({ cause }: StoreUnavailable): boolean =>
  cause instanceof Error && "code" in cause && (cause.code === "40001" || cause.code === "40P01")

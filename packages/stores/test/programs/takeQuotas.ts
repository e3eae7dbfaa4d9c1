// node takeQuotas.ts PLACE TIMES LIMIT: takes a quota TIMES times at once, and prints how often it was free.
import { QuotaStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openStore, SqlQuotaStore } from "../../src/index.ts"

const [place = "", times, limit] = process.argv.slice(2)
const counts = (["minute", "forever"] as const).map((window) => ({
  window,
  owner: "an agent",
  tool: "a_tool",
  limit: Number(limit)
}))
const taking = Effect.flatMap(QuotaStore, ({ take }) =>
  Effect.forEach(
    Array.from({ length: Number(times) }, (_, at) => (at % 2 === 0 ? counts : counts.toReversed())),
    (each) => take(each),
    { concurrency: "unbounded" }
  )
)
// A CommonJS bundle has no top-level "await".
Effect.runPromise(taking.pipe(Effect.provide(Layer.provide(SqlQuotaStore.layer, openStore(place))))).then((taken) =>
  console.log(taken.filter((full) => full === undefined).length)
)

// node gate.ts PLACE, forked: a gate's part of a store. Answers messages with a method and its arguments, one after the
// other.
import { type ApprovalChange, ApprovalStore, ChainRuns } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { RunSeal } from "../../src/chains/RunSeal.ts"
import { Database, openStore, SqlApprovalStore, SqlChainRuns } from "../../src/index.ts"

const store = openStore(process.argv[2] ?? "")
const key = new SecretKey(new Uint8Array(32))
const runs = SqlChainRuns.layer(key)
const runtime = ManagedRuntime.make(Layer.provideMerge(Layer.merge(SqlApprovalStore.layer, runs), store))

/** Changes a state incorrectly: reads first and then writes, without comparing. */
const changeNaively = Effect.fnUntraced(function* (id: string, { to }: ApprovalChange) {
  const database = yield* Database
  const row = yield* database.read((db) =>
    db.selectFrom("toolgate_approvals").select("state").where("id", "=", id).executeTakeFirst()
  )
  if (row?.state !== (to === "claimed" ? "approved" : "open")) return { changed: false }
  yield* database.write((db) => db.updateTable("toolgate_approvals").set({ state: to }).where("id", "=", id).execute())
  return { changed: true }
})

/** Takes a run incorrectly: reads first and then writes, without comparing. */
const takeNaively = Effect.fnUntraced(function* (approval: string) {
  const database = yield* Database
  const row = yield* database.read((db) =>
    db
      .selectFrom("toolgate_chain_ways as leading")
      .innerJoin("toolgate_chain_runs as row", "row.id", "leading.run")
      .select(["row.id", "row.owner"])
      .where("leading.way", "=", new RunSeal(key).way("approval", approval))
      .executeTakeFirst()
  )
  if (row === undefined || row.owner !== null) return "held"
  const { id } = database.owner
  yield* database.write((db) =>
    db.updateTable("toolgate_chain_runs").set({ owner: id }).where("id", "=", row.id).execute()
  )
  return row
})

type Method = (...args: ReadonlyArray<never>) => Effect.Effect<unknown, Error, Database>

process.on("message", async ([method, ...args]: [string, ...Array<never>]) => {
  const call = Effect.gen(function* () {
    const methods = { ...(yield* ApprovalStore), ...(yield* ChainRuns), changeNaively, takeNaively }
    return yield* (methods as unknown as Readonly<Record<string, Method>>)[method]?.(...args) ?? Effect.die(method)
  })
  const answer = await runtime.runPromise(Effect.result(call))
  process.send?.(answer._tag === "Success" ? { value: answer.success } : { failed: answer.failure.message })
})
await runtime.context()
process.send?.("ready")

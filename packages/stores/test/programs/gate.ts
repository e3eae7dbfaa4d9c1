// node gate.ts PLACE, forked: a gate's part of a store. Answers each message, a method and its arguments, in turn.
import { type ApprovalChange, ApprovalStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Database, openStore, SqlApprovalStore } from "../../src/index.ts"

const store = openStore(process.argv[2] ?? "")
const runtime = ManagedRuntime.make(Layer.provideMerge(SqlApprovalStore.layer, store))

/** Changes a state as one must not: looks first and then changes, without comparing. */
const changeNaively = Effect.fnUntraced(function* (id: string, { to }: ApprovalChange) {
  const database = yield* Database
  const row = yield* database.read((db) =>
    db.selectFrom("toolgate_approvals").select("state").where("id", "=", id).executeTakeFirst()
  )
  if (row?.state !== (to === "claimed" ? "approved" : "open")) return { changed: false }
  yield* database.write((db) => db.updateTable("toolgate_approvals").set({ state: to }).where("id", "=", id).execute())
  return { changed: true }
})

process.on("message", async ([method, ...args]: [string, ...Array<never>]) => {
  const call: Effect.Effect<unknown, Error, ApprovalStore | Database> =
    method === "changeNaively"
      ? changeNaively(...(args as unknown as Parameters<typeof changeNaively>))
      : Effect.flatMap(ApprovalStore, (approvals) =>
          (approvals[method as "list"] as (...words: Array<never>) => Effect.Effect<unknown, Error>)(...args)
        )
  const answer = await runtime.runPromise(Effect.result(call))
  process.send?.(answer._tag === "Success" ? { value: answer.success } : { failed: answer.failure.message })
})
await runtime.context()
process.send?.("ready")

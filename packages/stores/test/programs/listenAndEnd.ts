// node listenAndEnd.ts PLACE: opens a store, listens, prints "open", and leaves everything open.
import { ApprovalStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { openStore, SqlApprovalStore } from "../../src/index.ts"

const scope = Scope.makeUnsafe()
const context = await Effect.runPromise(
  Layer.buildWithScope(Layer.provide(SqlApprovalStore.layer, openStore(process.argv[2] ?? "")), scope)
)
const first = Promise.withResolvers<void>()
const using = Effect.flatMap(ApprovalStore, ({ listen, list }) => Effect.andThen(listen(first.resolve), list()))
await Effect.runPromise(using.pipe(Effect.provide(context), Scope.provide(scope)))
console.log("open")

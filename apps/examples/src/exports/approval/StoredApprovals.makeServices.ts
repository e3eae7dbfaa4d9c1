import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { MemoryApprovalStore, StoredApprovals } from "@toolgate/approval"
import { PendingApprovals } from "@toolgate/core"
import { BoundedToolEvents } from "@toolgate/dispatch"
import { SecretKey } from "@toolgate/local-secrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

const store = MemoryApprovalStore.make()
const program = Effect.gen(function* () {
  const services = yield* StoredApprovals.makeServices(store, false, { key: new SecretKey(randomBytes(32)) })
  return yield* Context.get(services, PendingApprovals).list()
})
assert.deepEqual(await Effect.runPromise(Effect.scoped(Effect.provide(program, BoundedToolEvents.layer))), [])

import assert from "node:assert/strict"
import { findMemoryKey, MemoryApprovalStore, MemoryApprovals } from "@toolgate/approval"
import { ApprovalStore } from "@toolgate/core"
import { BoundedToolEvents } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const approvals = MemoryApprovals.layer().pipe(Layer.provide(BoundedToolEvents.layer))
const key = await Effect.runPromise(Effect.provide(Effect.map(ApprovalStore, findMemoryKey), approvals))
assert.notEqual(key, undefined)
// Other stores have no such key.
assert.equal(findMemoryKey(MemoryApprovalStore.make()), undefined)

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { PinStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemoryPinStore, makePin } from "@toolgate/registry"
import { makeToolDefinition } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const pin = makePin(makeToolDefinition({ name: "search" }), { by: "alice", at: 0 }, new SecretKey(randomBytes(32)))
const approve = Effect.flatMap(PinStore, ({ add }) => add(pin))
const { tool, by } = await Effect.runPromise(Effect.provide(approve, MemoryPinStore.layer))
assert.deepEqual([tool, by], ["search", "alice"])

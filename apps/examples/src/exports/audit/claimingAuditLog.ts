import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { claimingAuditLog, memoryCallClaims } from "@toolgate/audit"
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, createToolgate } from "toolgate"

const claims = { claims: memoryCallClaims(), key: new SecretKey(randomBytes(32)) }
const audit = Layer.effect(
  AuditLog,
  Effect.flatMap(AuditLog, (log) => claimingAuditLog(log, claims))
).pipe(Layer.provide(AuditLog.layerNone))
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
const list = (id: string) => gate.dispatch({ id, tool: "list_dir", args: {}, idempotencyKey: "listing" })
assert.equal((await list("1")).replayed, undefined)
// The second call does not run. It gets the answer of the first call.
assert.equal((await list("2")).replayed, true)

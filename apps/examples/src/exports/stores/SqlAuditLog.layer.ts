import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SecretKey } from "@toolgate/local-secrets"
import { openStore, SqlAuditLog } from "@toolgate/stores"
import * as Layer from "effect/Layer"
import { builtins, createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const audit = SqlAuditLog.layer({ key: new SecretKey(randomBytes(32)) }).pipe(
  Layer.provide(openStore(join(folder.path, "gate.sqlite")))
)
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
const list = (id: string) => gate.dispatch({ id, tool: "list_dir", args: {}, idempotencyKey: "listing" })
assert.equal((await list("1")).success, true)
// A call with the same key does not run. It gets the answer of the first call.
assert.equal((await list("2")).replayed, true)

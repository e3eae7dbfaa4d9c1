import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { verifyAuditLog } from "@toolgate/audit"
import { SecretKey } from "@toolgate/local-secrets"
import { Database, openStore, SqlAuditLog } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const store = openStore(join(folder.path, "gate.sqlite"))
const audit = SqlAuditLog.layer({ key: new SecretKey(randomBytes(32)) }).pipe(Layer.provide(store))
const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
await gate.close()

const verify = (database: Database["Service"]) => Effect.promise(() => verifyAuditLog(SqlAuditLog.source(database)))
const { problemCount, records } = await Effect.runPromise(Effect.provide(Effect.flatMap(Database, verify), store))
assert.equal(problemCount, 0)
assert(records > 2)

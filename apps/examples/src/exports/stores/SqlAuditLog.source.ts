import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { verifyAuditLog } from "@toolgate/audit"
import { Database, openStore, SqlAuditLog } from "@toolgate/stores"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const verify = Effect.flatMap(Database, (database) =>
  Effect.promise(() => verifyAuditLog(SqlAuditLog.source(database)))
)
const verified = await Effect.runPromise(Effect.provide(verify, openStore(join(folder.path, "gate.sqlite"))))
assert.deepEqual([verified.records, verified.problemCount], [0, 0])

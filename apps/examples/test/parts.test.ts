import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { AuditLog } from "@toolgate/core"
import { type KeptRecord, testAuditLog, testRuntimePolicy, testSandbox } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, it, onTestFinished } from "vitest"
import { openSqliteAuditLog } from "../src/parts/openSqliteAuditLog.ts"
import { plainSandbox } from "../src/parts/plainSandbox.ts"
import { teamPolicy } from "../src/parts/teamPolicy.ts"

describe("a log in a table", () =>
  testAuditLog({ describe, it }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-parts-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, "calls.sqlite")
    const runtime = ManagedRuntime.make(openSqliteAuditLog(path))
    return {
      log: await runtime.runPromise(AuditLog),
      records: async () => rowsIn(path),
      close: () => runtime.dispose()
    }
  }))

const command = { kind: "command", input: "stdin", output: "json", env: {}, folder: undefined } as const

describe("a sandbox of plain processes", () =>
  testSandbox(
    { describe, it },
    {
      make: Effect.succeed(plainSandbox),
      echoes: { ...command, argv: ["/bin/cat"] },
      fails: { ...command, argv: ["/bin/false"] },
      runsForever: { ...command, argv: ["/bin/sleep", "1000"] },
      floods: { ...command, argv: ["/usr/bin/head", "-c", "1000000", "/dev/zero"] }
    }
  ))

describe("a policy of a table", () => testRuntimePolicy({ describe, it }, teamPolicy))

const rowsIn = (path: string): ReadonlyArray<KeptRecord> => {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare("select id, kind, executed, why from calls order by rowid").all() as ReadonlyArray<
    Record<string, string | null>
  >
  database.close()
  return rows.map(
    ({ id, kind, executed, why }) =>
      ({ callId: id, kind, executed: executed ?? undefined, why: why ?? undefined }) as KeptRecord
  )
}

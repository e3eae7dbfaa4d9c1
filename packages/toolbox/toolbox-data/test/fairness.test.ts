import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createToolgate } from "toolgate"
import { expect, it, onTestFinished } from "vitest"
import { pool } from "../../toolbox-base/src/worker/WorkerPool.ts"
import { dataTools } from "../src/index.ts"

const endless = {
  sql: "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r",
  tables: [{ name: "t", csv: "a\n1\n" }]
}

it("keeps workers free for other agents and sessions while one session runs endless jobs", async () => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-"))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const gate = await createToolgate({ workspace, policy: "host", tools: dataTools(), limits: { callsPerSession: 100 } })
  onTestFinished(() => gate.close())
  const end = new AbortController()
  const hostile = Array.from({ length: 40 }, (_, at) =>
    gate.dispatch(
      { id: `h${at}`, tool: "sql_query", args: endless },
      { session: "hostile", agent: "mallory", signal: end.signal }
    )
  )
  await expect.poll(() => pool.slots.waiting, { timeout: 20_000 }).toBeGreaterThan(30)
  for (const [session, agent] of [
    ["victim", "alice"],
    ["another", "mallory"]
  ] as const) {
    const call = { id: session, tool: "json_query", args: { json: '{"a":1}', expression: "a" } }
    expect(await gate.dispatch(call, { session, agent })).toMatchObject({ success: true, waitedMs: 0 })
  }
  end.abort()
  expect(new Set((await Promise.all(hostile)).map(({ error }) => error?.class))).toEqual(new Set(["cancelled"]))
  expect([pool.slots.waiting, pool.slots.isFull]).toEqual([0, false])
})

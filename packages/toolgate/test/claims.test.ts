import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MemoryApprovals } from "@toolgate/approval"
import { folderSource, pendingCalls, readAuditLog } from "@toolgate/audit"
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { Database, openStore, SqlAuditLog } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { createToolgate, defineTool, type ToolgateOptions } from "../src/index.ts"

afterEach(() => vi.unstubAllEnvs())

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-claims-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a gate with a tool that counts how often it ran. */
const openGate = async (
  options: Pick<ToolgateOptions, "store" | "audit" | "onAsk" | "policy" | "approvals"> & { workspace?: string }
) => {
  let ran = 0
  const send = defineTool({
    name: "send",
    description: "Sends something.",
    parameters: { type: "object", properties: { to: { type: "string" } } },
    sideEffects: "WRITE",
    execute: async () => `sent ${++ran}`
  })
  const gate = await createToolgate({ workspace: newFolder(), tools: [send], ...options })
  onTestFinished(() => gate[Symbol.asyncDispose]())
  let id = 0
  const call = (idempotencyKey: string | undefined, to = "ada") =>
    gate.dispatch(
      { id: `${++id}`, tool: "send", args: { to }, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
      { session: "s" }
    )
  return { gate, call, ran: () => ran }
}

it("a gate with only its memory runs a call with a key once, and one without each time", async () => {
  const { call, ran } = await openGate({ policy: "host" })
  const [first, second] = await Promise.all([call("k"), call("k")])
  expect(ran()).toBe(1)
  expect([first?.replayed, second?.replayed].toSorted()).toEqual([true, undefined])
  expect(second?.output).toEqual(first?.output)
  expect(await call("k", "bob")).toMatchObject({ executed: "no", error: { why: "DuplicateCall" } })
  await call(undefined)
  await call(undefined)
  expect(ran()).toBe(3)
})

it("runs an approved call once with its key, and uses up its approval", async () => {
  const { call, ran } = await openGate({ policy: "default", onAsk: () => ({ decision: "approve" }) })
  expect(await call("k")).toMatchObject({ success: true, executed: "yes" })
  expect(await call("k")).toMatchObject({ success: true, replayed: true })
  expect(ran()).toBe(1)
})

it.each([
  ["", (key: SecretKey, at: string) => SqlAuditLog.layer({ key }).pipe(Layer.provide(openStore(at)), Layer.orDie)],
  [" that knows no claims", () => AuditLog.layerNone]
] as const)(
  "uses up approvals in memory beside a record%s, whose keys still count, and reports what ran",
  async (_, record) => {
    for (const asking of [{ onAsk: "wait" }, { approvals: MemoryApprovals.layer() }] as const) {
      const audit = record(new SecretKey(randomBytes(32)), join(newFolder(), "record.sqlite"))
      const { gate, call, ran } = await openGate({ policy: "default", audit, ...asking })
      const deferred = await gate.dispatch(
        { id: "d", tool: "send", args: {}, idempotencyKey: "k" },
        { session: "s", defer: true }
      )
      const id = deferred.pending?.approvalId ?? ""
      await gate.approvals.decide(id, { decision: "approve" })
      const answer = await gate.resume(id)
      expect(answer).toMatchObject({ executed: "yes" })
      expect(await gate.resume(id)).toMatchObject({
        executed: "no",
        error: {
          message: 'The call of tool "send" with this approval has already run.',
          details: { outcome: { state: "done", executed: "yes", output: answer.output } }
        }
      })
      const again = call("k", undefined)
      await expect.poll(() => gate.approvals.list()).toHaveLength(1)
      for (const { id } of await gate.approvals.list()) await gate.approvals.decide(id, { decision: "approve" })
      expect(await again).toMatchObject({ error: { why: "DuplicateCall" } })
      expect(ran()).toBe(1)
    }
  }
)

it.each([
  ["record", false],
  ["files beside it", true]
])(
  "runs a call with a key once among gates that share a store with its %s, even after a restart",
  async (_, hasFiles) => {
    const folder = newFolder()
    const record = join(folder, "record")
    const workspace = newFolder()
    const options = {
      workspace,
      policy: "host",
      store: { at: join(folder, "store.sqlite"), key: "env:TEST_CLAIMS_KEY" },
      ...(hasFiles ? { audit: { folder: record } } : {})
    } as const
    vi.stubEnv("TEST_CLAIMS_KEY", Buffer.alloc(32, 7).toString("hex"))
    const first = await openGate(options)
    const answer = await first.call("k")
    await first.gate[Symbol.asyncDispose]()
    const second = await openGate(options)
    expect(await second.call("k")).toMatchObject({ replayed: true, output: answer.output })
    expect(second.ran()).toBe(0)
    await second.gate[Symbol.asyncDispose]()
    const kinds = async (source: ReturnType<typeof folderSource>) => {
      expect(await pendingCalls(source)).toEqual([])
      const found: Array<string> = []
      for await (const { record } of readAuditLog(source)) if (record?.kind.startsWith("tool.")) found.push(record.kind)
      return found
    }
    const inStore = await Effect.runPromise(
      Effect.flatMap(Database, (database) => Effect.promise(() => kinds(SqlAuditLog.source(database)))).pipe(
        Effect.provide(openStore(options.store.at))
      )
    )
    const expected = ["tool.call.dispatched", "tool.call.completed", "tool.call.denied"]
    expect(inStore).toEqual(hasFiles ? [] : expected)
    if (hasFiles) expect(await kinds(folderSource(record))).toEqual(expected)
  }
)

import { type AuditLog, refused, type ToolExecution } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"
import { claimingAuditLog, memoryCallClaims } from "../src/index.ts"
import { answerTo } from "./onRecord.ts"
import { openLog, recordsIn } from "./openLog.ts"
import { type PermitParts, permitFor } from "./permits.ts"

const key = new SecretKey(new Uint8Array(32))

/** Opens a log in files whose calls claim their idempotency keys in memory. */
const openClaiming = async () => {
  const { folder, log, runtime, close } = await openLog()
  const claiming = await runtime.runPromise(Effect.scoped(claimingAuditLog(log, { claims: memoryCallClaims(), key })))
  return { folder, log: claiming, close }
}

const keyed = (idempotencyKey: string | undefined, parts: PermitParts = {}) => {
  const permit = permitFor(parts)
  return { ...permit, request: { ...permit.request, idempotencyKey } }
}

/** Takes a call to its end, and returns how it began, and how many times it ran. */
const call = async (log: AuditLog["Service"], permit: ReturnType<typeof keyed>, answer: Partial<ToolExecution>) => {
  const entry = log.entry(permit)
  const exit = await Effect.runPromiseExit(entry.intend())
  if (Exit.isSuccess(exit)) {
    entry.end(answerTo(permit, answer))
    return "ran" as const
  }
  const [reason] = exit.cause.reasons
  const ended = reason?._tag === "Fail" ? reason.error : undefined
  entry.end(
    ended?._tag === "Replayed"
      ? { ...answerTo(permit, {}), ...ended, replayed: true }
      : answerTo(permit, { error: ended, executed: "no" })
  )
  return ended
}

const done = {
  executed: "yes",
  output: { content: [{ type: "text", text: "42" }], success: true, metadata: {} }
} as const

it("answers a second call with a key like the first, and records that without repeating the answer", async () => {
  const { folder, log, close } = await openClaiming()
  expect(await call(log, keyed("k", { id: "1" }), done)).toBe("ran")
  expect(await call(log, keyed("k", { id: "2" }), done)).toMatchObject({ _tag: "Replayed", ...done })
  await close()
  const of = (await recordsIn(folder)).filter((record) => "tool_call_id" in record)
  expect(of.map(({ kind, ...record }) => [kind, "tool_call_id" in record && record.tool_call_id])).toEqual([
    ["tool.call.dispatched", "1"],
    ["tool.call.completed", "1"],
    ["tool.call.denied", "2"]
  ])
  expect(of[2]).toMatchObject({ error: { why: "DuplicateCall" } })
})

it("continues a call that waits for a key when the first did not run, and lets it be cancelled", async () => {
  const { log } = await openClaiming()
  const first = log.entry(keyed("k", { id: "1" }))
  await Effect.runPromise(first.intend())
  const stopped = log.entry(keyed("k", { id: "2" }))
  const waiting = Effect.runFork(stopped.intend())
  const third = call(log, keyed("k", { id: "3" }), done)
  await Effect.runPromise(Fiber.interrupt(waiting))
  stopped.end(answerTo(keyed("k"), { error: refused("Cancelled", "Stopped."), executed: "no" }))
  first.end(answerTo(keyed("k"), { error: refused("Cancelled", "Stopped."), executed: "no" }))
  expect(await third).toBe("ran")
})

it("binds a key to its principal, session, tool and arguments, but not to the call id", async () => {
  const { log } = await openClaiming()
  expect(await call(log, keyed("k"), done)).toBe("ran")
  expect(await call(log, keyed("k", { args: { text: "another" } }), done)).toMatchObject({ why: "DuplicateCall" })
  expect(await call(log, keyed("k", { tool: { name: "another" } }), done)).toMatchObject({ details: { key: "reused" } })
  expect(await call(log, keyed("k", { context: { session: "another" } }), done)).toBe("ran")
  const principal = { agent: "another", ceiling: { tools: "any" } } as const
  expect(await call(log, keyed("k", { context: { principal } }), done)).toBe("ran")
  for (let times = 0; times < 2; times++) expect(await call(log, keyed(undefined), done)).toBe("ran")
})

it("refuses a key with an unknown outcome or an answer too long to store", async () => {
  const { log } = await openClaiming()
  expect(await call(log, keyed("k"), { executed: "unknown" })).toBe("ran")
  expect(await call(log, keyed("k"), done)).toMatchObject({ why: "DuplicateCall", details: { executed: "unknown" } })
  const output = { ...done.output, content: [{ type: "text" as const, text: "x".repeat(2_000_000) }] }
  expect(await call(log, keyed("long"), { ...done, output })).toBe("ran")
  expect(await call(log, keyed("long"), done)).toMatchObject({ why: "DuplicateCall", details: { executed: "yes" } })
})

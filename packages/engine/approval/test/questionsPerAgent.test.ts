import type { ApprovalQuestion, DispatchContext } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { MemoryApprovalStore, StoredApprovals } from "../src/index.ts"
import { deferred, question } from "./asking.ts"
import { openGate } from "./openGate.ts"

const ceiling = { tools: "any" } as const

/** A question about a deferred call of an agent. */
const asked = (agent: string, callId: string, more: Partial<DispatchContext> = {}): ApprovalQuestion =>
  question({ id: callId, context: { ...deferred, principal: { agent, ceiling }, ...more } })

describe("an agent with the maximum of open questions", () => {
  it("cannot ask until one ends, and does not affect other agents", async () => {
    const gate = await openGate({ questionsPerAgent: 2 })
    const first = await gate.defer(asked("mallory", "1"))
    await gate.defer(asked("mallory", "2", { session: "another" }))
    expect(await gate.answer(asked("mallory", "3"))).toMatchObject({
      why: "QuotaExceeded",
      message:
        'Tool "write_file" needs a person\'s approval, and agent "mallory" already has 2 open questions, the maximum. Nothing was run. Repeat the call when some of them are decided.'
    })
    await gate.defer(asked("alice", "4"))
    await gate.decide(first, { decision: "deny" })
    await gate.defer(asked("mallory", "5"))
    expect((await gate.list()).length).toBe(3)
  })

  it("cannot ask through delegated agents", async () => {
    const gate = await openGate({ questionsPerAgent: 1 })
    const parent = { agent: "mallory", ceiling }
    await gate.defer(asked("mallory", "1"))
    for (const agent of ["one", "other"])
      expect(await gate.answer(asked(agent, "2", { principal: { agent, ceiling, parent } }))).toMatchObject({
        why: "QuotaExceeded"
      })
  })

  it("cannot defer another question", async () => {
    const gate = await openGate({ questionsPerAgent: 1 })
    await gate.defer(asked("mallory", "1"))
    const waiting = question({ id: "2", context: { principal: { agent: "mallory", ceiling } } })
    expect(await gate.answer(waiting)).toMatchObject({ why: "QuotaExceeded" })
  })
})

it("reads only requests for the same call when joining", async () => {
  const store = MemoryApprovalStore.make()
  const read: Array<number> = []
  const list: typeof store.list = (filter) =>
    Effect.tap(store.list(filter), (rows) => Effect.sync(() => read.push(rows.length)))
  const gate = await openGate({ store: { ...store, list }, questionsPerAgent: 1_000 })
  for (let n = 0; n < 50; n++) await gate.defer(question({ id: `${n}`, args: { path: `f${n}` }, context: deferred }))
  const joining = { ...deferred, defer: { joinsEarlier: true } }
  expect(await gate.answer(question({ id: "again", args: { path: "f7" }, context: joining }))).toMatchObject({
    why: "ApprovalPending"
  })
  expect(read).toEqual([1])
  expect((await gate.list()).length).toBe(50)
})

it("refuses an invalid limit on questions", () => {
  for (const questionsPerAgent of [0, -1, Number.NaN])
    expect(() => StoredApprovals.checkOptions({ questionsPerAgent })).toThrow('"questionsPerAgent"')
})

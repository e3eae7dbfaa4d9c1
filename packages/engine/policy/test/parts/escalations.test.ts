import { type Approval, Approvals, type Judge, type Permit } from "@toolgate/core"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { allow, ask, deny, makeRuntimePolicy } from "../../src/index.ts"

const because = { layer: "app", rule: "all", source: "test" }
const escalating = makeToolDefinition({ name: "escalate", sideEffects: "NONE", escalates: true })
const writing = makeToolDefinition({ name: "write", sideEffects: "WRITE" })

const answered = (answer: Approval["answer"]): Approval => ({
  id: "a1",
  waitedMs: 1,
  ...(answer === undefined ? {} : { answer })
})

const judged = async (judge: Judge, approval: Approval, tool = escalating) => {
  let questions = 0
  const approvals = {
    obtain: () => {
      questions++
      return Effect.succeed(approval)
    }
  }
  const { checkPermission } = await Effect.runPromise(
    Effect.provideService(makeRuntimePolicy(judge), Approvals, approvals)
  )
  const answer = await Effect.runPromise(
    Effect.result(checkPermission(makePermissionRequest({ id: "1", args: {} }, tool)))
  )
  return { questions, answer: answer._tag === "Success" ? (answer.success as Permit).approval : answer.failure }
}

describe("an escalation", () => {
  const no = { decision: "deny", note: "Not now." } as const

  it.each([
    ["allows", () => allow(because)],
    ["asks once", () => ask(because, "Once.", "tool")]
  ] as const)("asks a person under a policy that %s, and has the answer in its permit", async (_, judge) => {
    expect(await judged(judge, answered(no))).toEqual({ questions: 1, answer: { id: "a1", answer: no } })
  })

  it("is denied without a question if the judge denies it", async () => {
    expect(await judged(() => deny(because, "Never."), answered(no))).toMatchObject({
      questions: 0,
      answer: { why: "PolicyDenied" }
    })
  })

  it("has no permit without an answer", async () => {
    for (const answer of [undefined, { decision: "maybe" }, { decision: "approve", note: 1 }])
      expect(await judged(() => allow(because), answered(answer as Approval["answer"]))).toMatchObject({
        answer: { why: "PolicyDenied" }
      })
  })

  it("never permits a call of another tool", async () => {
    for (const answer of [no, { decision: "approve" }] as const)
      expect(await judged(() => ask(because, "Ask."), answered(answer), writing)).toMatchObject({
        answer: { why: "PolicyDenied" }
      })
  })
})

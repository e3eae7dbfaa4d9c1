import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"
import { defineTool } from "@toolgate/core"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { escalate } from "../src/index.ts"

const reason = "May I merge?"
const merged: ApprovalDecision = { decision: "approve", reason: "Once the tests pass." }

testTool(escalate, {
  onAsk: () => merged,
  good: {
    name: "returns what a person answered, with their words",
    args: { reason, to: "the owner" },
    value: { decision: "approve", note: "Once the tests pass." }
  },
  edge: { name: "takes the longest reason", args: { reason: "a".repeat(4000) }, value: { decision: "approve" } },
  bad: [
    { name: "no reason", args: {}, says: /reason/ },
    { name: "an empty reason", args: { reason: "" }, says: /reason/ },
    { name: "a blank reason", args: { reason: " \n" }, says: /reason/ },
    { name: "a reason that is too long", args: { reason: "a".repeat(4001) }, says: /reason/ },
    { name: "a reason other than text", args: { reason: { why: "x" } }, says: /reason/ },
    { name: "a decision of the model's own", args: { reason, decision: "approve" }, says: /decision/ },
    { name: "an empty addressee", args: { reason, to: "" }, says: /to/ }
  ],
  cancel: { args: { reason } },
  worst: { args: { reason: "\u202e\u0000x\n".repeat(1000) }, ends: "result" }
})

describe("escalate", () => {
  it("returns a no as an answer, and shows the person the question", async () => {
    const asked: Array<ApprovalRequest> = []
    const onAsk = (request: ApprovalRequest): ApprovalDecision => {
      asked.push(request)
      return { decision: "deny" }
    }
    const use = async ({ call }: Parameters<Parameters<typeof useGate>[2]>[0]) => {
      expect(await call("escalate", { reason, to: "ops" })).toMatchObject({
        success: true,
        output: { value: { decision: "deny", note: "" } }
      })
    }
    await useGate([escalate], {}, use, onAsk)
    expect(asked).toMatchObject([{ kind: "escalation", maySpanSession: false }])
    expect(asked[0]?.summary).toBe(
      'Tool "escalate" asks a person, and permits nothing (NONE), risk SAFE.\nIts arguments:\n  {\n    "reason": "May I merge?",\n    "to": "ops"\n  }'
    )
  })

  it("asks each time, and permits nothing: a denied call stays denied after an approval", async () => {
    let questions = 0
    const drop = defineTool({
      name: "drop",
      description: "Drops the table.",
      parameters: { type: "object", properties: {} },
      sideEffects: "WRITE",
      callers: ["chain"],
      execute: () => "dropped"
    })
    const onAsk = (): ApprovalDecision => {
      questions++
      return { decision: "approve", reason: "Drop it." }
    }
    await useGate(
      [escalate, drop],
      {},
      async ({ call }) => {
        const denied = { success: false, executed: "no", error: { why: "PolicyDenied" } }
        expect(await call("drop", {})).toMatchObject(denied)
        for (const _ of [1, 2])
          expect(await call("escalate", { reason: "May I drop the table?" })).toMatchObject({
            output: { value: { decision: "approve", note: "Drop it." } }
          })
        expect(await call("drop", {})).toMatchObject(denied)
      },
      onAsk
    )
    expect(questions).toBe(2)
  })

  it("is refused if no person can be asked, or the question is not answered", async () => {
    await useGate([escalate], {}, async ({ call }) => {
      expect(await call("escalate", { reason })).toMatchObject({
        executed: "no",
        error: {
          class: "permission_denied",
          message:
            'Tool "escalate" asks a person, but this gate cannot ask one. Continue without an answer, or say in your reply what a person has to decide.'
        }
      })
    })
    const broken = () => {
      throw new Error("The line is dead.")
    }
    const use = async ({ call }: Parameters<Parameters<typeof useGate>[2]>[0]) => {
      expect(await call("escalate", { reason })).toMatchObject({ executed: "no", error: { why: "PolicyDenied" } })
    }
    await useGate([escalate], {}, use, broken)
  })

  it("cannot be made by another call", async () => {
    const proxy = defineTool({
      name: "proxy",
      description: "Makes the call.",
      parameters: { type: "object", properties: {} },
      sideEffects: "NONE",
      execute: async (_args, { dispatch }) => {
        const { error } = await dispatch({ id: "child", tool: "escalate", args: { reason } })
        return error?.message ?? "asked"
      }
    })
    const use = async ({ call }: Parameters<Parameters<typeof useGate>[2]>[0]) => {
      const { output } = await call("proxy", {})
      expect(output.content).toMatchObject([{ text: expect.stringContaining("does not take chain calls") }])
    }
    await useGate([proxy, escalate], {}, use, () => merged)
  })
})

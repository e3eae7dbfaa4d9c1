import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { ApprovalWaits } from "../src/ApprovalWaits.ts"

const about = { session: "s", turn: "t", agent: "a", toolName: "write" }
const most = 8

const step = fc.oneof(
  fc.record({ does: fc.constant("ask" as const), id: fc.nat({ max: 12 }), lasts: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ does: fc.constant("resolve" as const), id: fc.nat({ max: 12 }) }),
  fc.record({ does: fc.constant("take" as const), id: fc.nat({ max: 12 }) })
)

it("counts the questions that are neither resolved nor expired nor beyond the limit", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const waits = new ApprovalWaits(most)
      const expected = new Map<string, number>()
      for (const [now, one] of steps.entries()) {
        // A new question has a new id.
        const approvalId = one.does === "ask" ? `${one.id} ${now}` : [...expected.keys()][one.id]
        const callId = `call ${one.id}`
        if (one.does === "take") {
          waits.take("s", callId)
          expect(waits.take("s", callId)).toEqual([])
        } else if (approvalId !== undefined && one.does === "ask") {
          const asked = { ...about, callId, approvalId, at: now, expiresAt: now + one.lasts }
          const told = { summary: "", why: "", projectedModifications: [], sideEffects: "write" as const }
          waits.ask({ ...asked, ...told, type: "tool.confirmation_requested" })
          expected.set(approvalId, now + one.lasts)
          if (expected.size > most) expected.delete([...expected.keys()][0] ?? "")
        } else if (approvalId !== undefined) {
          const resolved = { ...about, callId, approvalId, at: now, decision: "deny" as const }
          expect(waits.resolve({ ...resolved, type: "tool.confirmation_resolved" })?.endedAt).toBe(now)
          expected.delete(approvalId)
        }
        for (const [id, expiresAt] of expected) if (expiresAt <= now) expected.delete(id)
        expect(waits.countOpen(now)).toBe(expected.size)
      }
    }),
    runs(100)
  )
})

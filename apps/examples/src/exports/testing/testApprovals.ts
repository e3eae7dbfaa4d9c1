import assert from "node:assert/strict"
import { MemoryApprovals } from "@toolgate/approval"
import type { ApprovalDecision } from "@toolgate/core"
import { BoundedToolEvents } from "@toolgate/dispatch"
import { testApprovals } from "@toolgate/testing"
import * as Layer from "effect/Layer"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const answers: Readonly<Record<string, ApprovalDecision>> = {
  approves: { decision: "approve" },
  "approves for the session": { decision: "approve", scope: "session" },
  denies: { decision: "deny" }
}
testApprovals({ describe, it }, (behaviour, asked) => {
  const answer =
    answers[behaviour] ?? (behaviour === "breaks" ? Promise.reject(new Error()) : new Promise<never>(() => {}))
  const onAsk = () => {
    asked()
    return answer
  }
  return MemoryApprovals.layer({ onAsk }).pipe(Layer.provide(BoundedToolEvents.layer))
})
await cases[0]?.()
assert(cases.length > 1)

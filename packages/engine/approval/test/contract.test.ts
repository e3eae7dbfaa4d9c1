import { type ApprovalDecision, ToolEvents } from "@toolgate/core"
import { approvalsContract, type Behaviour, pendingApprovalsContract } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { MemoryApprovals } from "../src/index.ts"

const events = Layer.succeed(ToolEvents, { publish: () => {}, subscribe: Effect.never, listen: () => Effect.void })

const decisions: Readonly<Record<Behaviour, () => ApprovalDecision | Promise<ApprovalDecision>>> = {
  approves: () => ({ decision: "approve" }),
  "approves for the session": () => ({ decision: "approve", scope: "session" }),
  denies: () => ({ decision: "deny" }),
  breaks: () => Promise.reject(new Error("The line is dead.")),
  "never answers": () => new Promise(() => {})
}

describe("MemoryApprovals", () => {
  approvalsContract({ describe, it }, (behaviour, asked) =>
    MemoryApprovals.layer({
      onAsk: () => {
        asked()
        return decisions[behaviour]()
      }
    }).pipe(Layer.provide(events))
  )
  pendingApprovalsContract({ describe, it }, MemoryApprovals.layer().pipe(Layer.provide(events)))
})

import { randomBytes } from "node:crypto"
import { type ApprovalDecision, ApprovalStore, ToolEvents } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { type Behaviour, testApprovalStore, testApprovals, testPendingApprovals } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { MemoryApprovalStore, MemoryApprovals, StoredApprovals } from "../src/index.ts"

const events = Layer.succeed(ToolEvents, { publish: () => {}, subscribe: Effect.never, listen: () => Effect.void })

const decisions: Readonly<Record<Behaviour, () => ApprovalDecision | Promise<ApprovalDecision>>> = {
  approves: () => ({ decision: "approve" }),
  "approves for the session": () => ({ decision: "approve", scope: "session" }),
  denies: () => ({ decision: "deny" }),
  breaks: () => Promise.reject(new Error("The line is dead.")),
  "never answers": () => new Promise(() => {})
}

const answering = (behaviour: Behaviour, asked: () => void) => () => {
  asked()
  return decisions[behaviour]()
}

describe("MemoryApprovals", () => {
  testApprovals({ describe, it }, (behaviour, asked) =>
    MemoryApprovals.layer({ onAsk: answering(behaviour, asked) }).pipe(Layer.provide(events))
  )
  testPendingApprovals({ describe, it }, MemoryApprovals.layer().pipe(Layer.provide(events)))
})

describe("StoredApprovals", () => {
  const stored = (options: Partial<StoredApprovals.StoredApprovalsOptions> = {}) =>
    StoredApprovals.layer({ key: new SecretKey(randomBytes(32)), ...options }).pipe(
      Layer.provide([MemoryApprovalStore.layer, events])
    )
  testApprovals({ describe, it }, (behaviour, asked) => stored({ onAsk: answering(behaviour, asked) }))
  testPendingApprovals({ describe, it }, stored())
})

describe("MemoryApprovalStore", () => {
  testApprovalStore({ describe, it }, (now) => Layer.sync(ApprovalStore, () => MemoryApprovalStore.make(now)))
})

import { randomBytes } from "node:crypto"
import type { ApprovalRequest } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ApprovalSeal } from "../src/ApprovalSeal.ts"
import { deferred, keyed, question } from "./asking.ts"
import { openGate } from "./openGate.ts"

const asked = (args: ApprovalRequest["args"] = { path: "src/auth.ts" }) => question({ args, context: deferred })

describe("the digest of a question", () => {
  it("is the same in every process, and another one for each question", async () => {
    const first = await openGate()
    const second = await openGate({ store: first.store, key: first.key })
    const ids = [await first.defer(asked()), await first.defer(asked()), await first.defer(asked({ path: "b" }))]
    const digests = await Promise.all(ids.map(async (id) => (await second.find(id))?.digest))
    expect(digests).toEqual([keyed, keyed, keyed])
    expect(new Set(digests).size).toBe(3)
    expect((await first.list()).map(({ digest }) => digest)).toEqual(digests)
  })

  it("changes with anything that a person sees", async () => {
    const gate = await openGate()
    const shown = await gate.find(await gate.defer(asked()))
    if (shown === undefined) throw new Error("There is no question.")
    const { digest: _digest, ...request } = shown
    const seal = new ApprovalSeal(new SecretKey(randomBytes(32)))
    const { grant, request: asking } = asked()
    const { deadline: _deadline, ...context } = asking.context
    const facts = { toolDigest: "", resources: [], context, grant, files: [], onlyOnce: false, instance: "", key: "" }
    const digestOf = (changes: Partial<ApprovalRequest>) =>
      seal.request({ ...request, ...changes }, false, facts).row.digest
    const known = digestOf({})
    expect(digestOf({})).toBe(known)
    const other = fc.string({ minLength: 1 }).map((text) => `another ${text}`)
    const changes = fc.oneof(
      fc.record({ args: fc.record({ path: other }) }),
      ...(["toolName", "why", "summary", "sessionCovers", "agent", "session", "id"] as const).map((name) =>
        other.map((text) => ({ [name]: text }))
      ),
      fc.integer({ min: 1, max: 1_000_000 }).map((more) => ({ expiresAt: request.expiresAt + more })),
      fc.record({ always: fc.record({ rule: other, covers: other }) })
    )
    fc.assert(
      fc.property(changes, (changed) => void expect(digestOf(changed)).not.toBe(known)),
      runs(200)
    )
  })

  it("that a decision names has to be that of the question", async () => {
    const gate = await openGate()
    const id = await gate.defer(asked())
    const other = await gate.find(await gate.defer(asked({ path: "b" })))
    for (const digest of [other?.digest, "", null as unknown as string]) {
      const outcome = await gate.decide(id, { decision: "approve" }, { digest })
      expect(outcome).toEqual({ outcome: "stale", message: expect.stringContaining("still open") })
    }
    const own = (await gate.find(id))?.digest
    expect(await gate.decide(id, { decision: "approve" }, { digest: own })).toEqual({ outcome: "decided" })
    expect(await gate.decide(id, { decision: "deny" }, { digest: "late" })).toMatchObject({ outcome: "over" })
  })
})

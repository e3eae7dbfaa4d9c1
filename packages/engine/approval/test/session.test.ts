import { isDeepStrictEqual } from "node:util"
import type { Approval, ApprovalDecision, ApprovalQuestion, Args, Json } from "@toolgate/core"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { MadeDecision, RequestFacts } from "../src/ApprovalSeal.ts"
import { SessionAnswers } from "../src/SessionAnswers.ts"
import { deniedBy, file, keyed, openApprovals, question, tool } from "./asking.ts"
import { plain } from "./plain.ts"

const approve: ApprovalDecision = { decision: "approve", scope: "session" }
const deny: ApprovalDecision = { decision: "deny", scope: "session", reason: "Never." }
const deniedForSession = deniedBy(
  'A person denied this call of tool "write_file" for the whole session, and gave the reason "Never.".'
)

describe("an answer for the session", () => {
  it("answers the same question again without asking, waiting or an event", async () => {
    let asked = 0
    const approvals = await openApprovals({
      onAsk: () => {
        asked++
        return approve
      }
    })
    const first = await approvals.ask(question()).answer
    const told = approvals.told()
    const second = await approvals.ask(question({ id: "call-2", context: { turn: "turn-2" } })).answer
    const third = await approvals.ask(question()).answer
    const kept = { id: expect.any(String), waitedMs: 0, from: "onAsk", at: expect.any(Number), shown: keyed }
    expect([second, third]).toEqual([kept, kept])
    expect(new Set([first, second, third].map((approval) => (approval as Approval).id)).size).toBe(3)
    expect({ asked, told, toldAfter: approvals.told() }).toEqual({
      asked: 1,
      told: ["requested", "approve"],
      toldAfter: ["requested", "approve"]
    })
  })

  it("denies the same question again, in the same words", async () => {
    const approvals = await openApprovals({ onAsk: () => deny })
    expect(await approvals.ask(question()).answer).toEqual(deniedForSession)
    expect(await approvals.ask(question()).answer).toEqual(deniedForSession)
    expect(approvals.told()).toEqual(["requested", "deny"])
  })

  it("answers equal waiting questions, each with a separate approval", async () => {
    const approvals = await openApprovals()
    const waiting = [question(), question({ args: { path: "b" } }), question()].map((one) => approvals.ask(one))
    const [first, other, third] = approvals.list()
    expect(approvals.decide(third?.id ?? "", approve)).toEqual({ outcome: "decided" })
    expect(await waiting[0]?.answer).toMatchObject({ id: first?.id })
    expect(await waiting[2]?.answer).toMatchObject({ id: third?.id })
    expect(approvals.list()).toEqual([other])
    expect(approvals.decide(first?.id ?? "", { decision: "deny" })).toMatchObject({ outcome: "over", ended: "approve" })
    expect(approvals.told()).toEqual(["requested", "requested", "requested", "approve", "approve"])
  })

  it("does not change earlier answers", async () => {
    const approvals = await openApprovals()
    const [first, second] = [approvals.ask(question()), approvals.ask(question())]
    const [one, two] = approvals.list()
    approvals.decide(one?.id ?? "", { decision: "approve" })
    approvals.decide(two?.id ?? "", deny)
    expect(await first.answer).toMatchObject({ id: one?.id })
    expect(await second.answer).toEqual(deniedForSession)
  })

  it("is forgotten when its session ends, without affecting other sessions", async () => {
    const approvals = await openApprovals()
    const inSession = (session: string) => question({ context: { session } })
    const other = approvals.ask(inSession("other"))
    approvals.decide(approvals.only(), approve)
    await other.answer
    const first = approvals.ask(inSession("s"))
    approvals.decide(approvals.only(), approve)
    await first.answer
    approvals.sessionEnded?.("s")
    const second = approvals.ask(inSession("s"))
    const open = approvals.only()
    // Ends the session once more, while a person is asked.
    approvals.sessionEnded?.("s")
    approvals.decide(open, approve)
    expect(await second.answer).toMatchObject({ id: open })
    const third = approvals.ask(inSession("s"))
    approvals.decide(approvals.only(), deny)
    expect(await third.answer).toEqual(deniedForSession)
    expect(await approvals.ask(inSession("other")).answer).toMatchObject({ waitedMs: 0 })
    expect(await approvals.ask(inSession("s")).answer).toEqual(deniedForSession)
  })

  it("is forgotten after too many newer answers", () => {
    const answers = new SessionAnswers(3)
    const keyOf = (n: number) => answers.keyOf(question({ args: { n } }), { files: [], unfollowed: [] })
    for (const n of [0, 1, 2, 3]) {
      const { instance, key, session } = keyOf(n)
      const facts = { shown: { session, kind: "call", maySpanSession: true }, onlyOnce: false, instance, key }
      const made = { ...approve, at: Date.now() }
      expect(answers.keep(facts as unknown as RequestFacts, made as unknown as MadeDecision)).toBe(true)
    }
    expect([0, 1, 2, 3].map((n) => answers.get(keyOf(n)) !== undefined)).toEqual([false, true, true, true])
  })
})

describe("an answer for once", () => {
  it.each<readonly [string, ApprovalDecision]>([
    ["approve", { decision: "approve" }],
    ["approve", { decision: "approve", scope: "once" }],
    ["deny", { decision: "deny" }]
  ])("(%s) answers no second question", async (end, decision) => {
    const approvals = await openApprovals({ onAsk: () => decision })
    await approvals.ask(question()).answer
    await approvals.ask(question()).answer
    expect(approvals.told()).toEqual(["requested", end, "requested", end])
  })

  it("answers no other waiting question", async () => {
    const approvals = await openApprovals()
    const [first] = [approvals.ask(question()), approvals.ask(question())]
    const [one, two] = approvals.list()
    approvals.decide(one?.id ?? "", { decision: "approve" })
    await first?.answer
    expect(approvals.list()).toEqual([two])
  })
})

describe("if the operator asks only once", () => {
  const once = (args = {}) => question({ covers: "tool", onlyOnce: true, args })

  it.each<readonly [string, ApprovalDecision, unknown]>([
    ["an approval", { decision: "approve" }, { waitedMs: 0 }],
    ["a denial", { decision: "deny", scope: "once" }, { why: "UserDenied" }]
  ])("the first answer is stored regardless of its scope: %s", async (_name, decision, again) => {
    const approvals = await openApprovals({ onAsk: () => decision })
    await approvals.ask(once({ a: 1 })).answer
    expect(await approvals.ask(once({ a: 2 })).answer).toMatchObject(again as object)
    expect(approvals.told()).toEqual(["requested", decision.decision])
  })

  it("a missing answer is not stored", async () => {
    const approvals = await openApprovals()
    await approvals.ask(once()).interrupt()
    approvals.ask(once())
    expect(approvals.told()).toEqual(["requested", "withdrawn", "requested"])

    const broken = await openApprovals({ onAsk: () => undefined as unknown as ApprovalDecision })
    await broken.ask(once()).answer
    await broken.ask(once()).answer
    expect(broken.told()).toEqual(["requested", "deny", "requested", "deny"])
  })
})

describe("an approval that cannot be given in advance applies to one call", () => {
  const long = "x".repeat(70_000)
  it.each<readonly [string, ApprovalQuestion]>([
    ["what cannot be shown in full", question({ args: { long } })],
    ["what is CRITICAL", question({ tool: tool("write_file", { risk: "CRITICAL" }) })],
    ["what is known only as it runs", question({ resources: [{ kind: "opaque", reason: "holds a variable" }] })]
  ])("%s", async (_name, asked) => {
    const approvals = await openApprovals({ onAsk: () => approve })
    await approvals.ask(asked).answer
    await approvals.ask(asked).answer
    expect(approvals.told()).toEqual(["requested", "approve", "requested", "approve"])
    const denies = await openApprovals({ onAsk: () => deny })
    await denies.ask(asked).answer
    expect(await denies.ask(asked).answer).toEqual(deniedForSession)
    expect(denies.told()).toEqual(["requested", "deny"])
  })
})

describe("an answer never serves another question", () => {
  it("not for a replaced tool with the same definition", async () => {
    const approvals = await openApprovals({ onAsk: () => approve })
    for (const version of [tool(), tool()]) await approvals.ask(question({ tool: version })).answer
    expect(approvals.told()).toEqual(["requested", "approve", "requested", "approve"])
  })

  it("not for a tool with a changed definition", async () => {
    const approvals = await openApprovals({ onAsk: () => approve })
    const mutable = { ...tool() }
    for (const description of ["Writes a file.", "Deletes a file."]) {
      mutable.description = description
      await approvals.ask(question({ tool: mutable })).answer
    }
    expect(approvals.told()).toEqual(["requested", "approve", "requested", "approve"])
  })

  const tools = [tool(), tool("patch_file"), tool()]
  const principal = fc.record(
    {
      agent: fc.constantFrom("a", "b"),
      role: fc.constantFrom("coder", "worker"),
      task: fc.constantFrom("x", "y"),
      onBehalfOf: fc.constantFrom("ada", "bob"),
      ceiling: fc.constantFrom({ tools: "any" as const }, { tools: [] }, { tools: ["write_file"], readOnly: true })
    },
    { requiredKeys: ["agent", "ceiling"] }
  )
  const parts = {
    session: fc.constantFrom("s", "t"),
    workspace: fc.constantFrom("/ws", "/other"),
    own: principal,
    parent: fc.option(principal, { nil: undefined }),
    tool: fc.constantFrom(...tools),
    args: fc.oneof(
      fc.constantFrom<Args>(
        {},
        { a: 1, b: [2] },
        { b: [2], a: 1 },
        { a: 1 },
        { a: "1" },
        { a: 0 },
        { a: -0 },
        { a: null }
      ),
      fc.dictionary(
        fc.constantFrom("a", "b", "__proto__"),
        fc.constantFrom<Json>(0, -0, "", null, [], {}, [0], { a: 0 }),
        { maxKeys: 2 }
      )
    ),
    resources: fc.constantFrom(
      [],
      [file("/ws/a")],
      [file("/ws/a", "rw")],
      [file("/ws/b")],
      [file("/ws/a"), file("/ws/b")]
    ),
    because: fc.record({
      layer: fc.constantFrom("l", "m"),
      rule: fc.constantFrom("r", "q"),
      source: fc.constantFrom("f:1", "f:2")
    }),
    covers: fc.constantFrom("call" as const, "tool" as const),
    onlyOnce: fc.boolean()
  }
  const one = fc.record(parts)
  type One = typeof one extends fc.Arbitrary<infer A> ? A : never
  // Two random questions are almost never equal, so the second is a copy of the first with a few parts regenerated.
  const pair = fc
    .tuple(one, one, fc.subarray(Object.keys(parts) as Array<keyof typeof parts>, { maxLength: 2 }))
    .map(([first, drawn, changed]): readonly [One, One] => [
      first,
      { ...first, ...Object.fromEntries(changed.map((name) => [name, drawn[name]])) }
    ])

  const questionOf = ({ session, workspace, own, parent, tool, args, resources, because, covers, onlyOnce }: One) =>
    question({
      tool,
      args,
      resources,
      because,
      covers,
      onlyOnce,
      context: {
        session,
        workspace: workspace as ApprovalQuestion["request"]["context"]["workspace"],
        principal: parent === undefined ? own : { ...own, parent }
      }
    })

  const same = (a: One, b: One): boolean => {
    const { tool: toolA, args: argsA, resources: resourcesA, ...restA } = a
    const { tool: toolB, args: argsB, resources: resourcesB, ...restB } = b
    const alike = toolA === toolB && isDeepStrictEqual(plain(restA), plain(restB))
    return alike && (a.covers === "tool" || isDeepStrictEqual(plain([argsA, resourcesA]), plain([argsB, resourcesB])))
  }

  it("answers the second of two questions from memory exactly if they are equal", async () => {
    const seen = { same: 0, other: 0 }
    await fc.assert(
      fc.asyncProperty(pair, fc.constantFrom(approve, deny), async ([first, second], decision) => {
        const approvals = await openApprovals({ onAsk: () => decision })
        await approvals.ask(questionOf(first)).answer
        await approvals.ask(questionOf(second)).answer
        const asked = approvals.told().filter((told) => told === "requested").length
        await approvals.close()
        const isSame = same(first, second)
        seen[isSame ? "same" : "other"]++
        expect(asked).toBe(isSame ? 1 : 2)
      }),
      runs(2000)
    )
    expect(Math.min(seen.same, seen.other)).toBeGreaterThanOrEqual(getLeastCount(0.4, runs(2000)))
  })
})

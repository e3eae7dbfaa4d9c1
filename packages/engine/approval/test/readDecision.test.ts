import { describe, expect, it } from "vitest"
import { findMisfit, readDecision } from "../src/readDecision.ts"

describe("readDecision", () => {
  it.each([
    [{ decision: "approve" }, { decision: "approve", scope: "once", reason: undefined, args: undefined }],
    [
      { decision: "approve", scope: "session", reason: undefined },
      { decision: "approve", scope: "session", reason: undefined, args: undefined }
    ],
    [
      { decision: "deny", scope: undefined },
      { decision: "deny", scope: "once", reason: undefined, args: undefined }
    ],
    [
      { decision: "deny", scope: "session", reason: "No." },
      { decision: "deny", scope: "session", reason: "No.", args: undefined }
    ],
    [
      { decision: "deny", reason: " \n" },
      { decision: "deny", scope: "once", reason: undefined, args: undefined }
    ],
    [
      { decision: "approve", reason: "Fine." },
      { decision: "approve", scope: "once", reason: "Fine.", args: undefined }
    ],
    [
      Object.assign(Object.create(null), { decision: "approve" }),
      { decision: "approve", scope: "once", reason: undefined, args: undefined }
    ]
  ])("reads %j", (given, decision) => {
    expect(readDecision(given)).toEqual(decision)
  })

  it.each([
    [undefined, "it is not an object"],
    [null, "it is not an object"],
    [true, "it is not an object"],
    ["approve", "it is not an object"],
    [() => ({ decision: "approve" }), "it is not an object"],
    [[], "it is not an object"],
    [{}, '"decision" is neither "approve" nor "deny"'],
    [Object.create({ decision: "approve" }), '"decision" is neither "approve" nor "deny"'],
    [{ decision: ["approve"] }, '"decision" is neither "approve" nor "deny"'],
    [{ decision: "approve", scope: "ever" }, '"scope" must be "once", "session" or "always"'],
    [{ decision: "approve", scope: null }, '"scope" must be "once", "session" or "always"'],
    [{ decision: "deny", scope: "always" }, 'the scope "always" goes with "approve" only'],
    [{ decision: "deny", reason: 5 }, '"reason" is not a string'],
    [{ decision: "deny", args: {} }, '"args" goes with "approve" only'],
    [{ decision: "approve", scope: "session", args: {} }, '"args" goes with the scope "once" only'],
    [{ decision: "approve", scope: "always", args: {} }, '"args" goes with the scope "once" only'],
    [{ decision: "approve", args: null }, '"args" is not an object'],
    [{ decision: "approve", args: [] }, '"args" is not an object'],
    [{ decision: "approve", args: { a: () => 1 } }, '"args" is a function'],
    [{ decision: "approve", until: "noon" }, 'it has a member "until", which is unknown'],
    [JSON.parse('{"decision":"approve","__proto__":{}}'), 'it has a member "__proto__", which is unknown'],
    [{ decision: "approve", "\u202e": 1 }, String.raw`it has a member "\u202e", which is unknown`]
  ])("says why %j is none", (given, problem) => {
    expect(readDecision(given)).toBe(problem)
  })

  it("does not quote an unreadable answer", () => {
    const secretive = () => {
      throw new Error("secret")
    }
    expect(readDecision(new Proxy({}, { ownKeys: secretive }))).toBe("it could not be read")
    expect(readDecision(Object.defineProperty({}, "decision", { get: secretive, enumerable: true }))).toBe(
      "it could not be read"
    )
  })

  it("reads each member once", () => {
    let reads = 0
    const given = {
      get decision() {
        return reads++ === 0 ? "deny" : "approve"
      }
    }
    expect(readDecision(given)).toMatchObject({ decision: "deny" })
  })
})

describe("findMisfit", () => {
  const given = { decision: "approve", scope: "once", reason: undefined, args: undefined } as const

  it.each([
    [{}, { ...given, reason: "Fine." }, '"reason" goes with "deny", and with the answer to an escalation'],
    [{ kind: "escalation" }, { ...given, scope: "session" }, 'an escalation is answered with the scope "once" only'],
    [{ kind: "escalation" }, { ...given, scope: "always" }, 'an escalation is answered with the scope "once" only'],
    [{ kind: "escalation" }, { ...given, args: {} }, 'an escalation is answered as it was asked, without "args"'],
    [{}, { ...given, decision: "deny", reason: "No." }, undefined],
    [{ kind: "escalation" }, { ...given, reason: "Fine." }, undefined]
  ] as const)("decides whether %j accepts %j", (request, decision, why) => {
    expect(findMisfit(request, decision)).toBe(why)
  })
})

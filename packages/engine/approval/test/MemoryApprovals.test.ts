import { type ApprovalDecision, type ApprovalRequest, type QuestionEnd, refused, type ToolEvent } from "@toolgate/core"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { MemoryApprovals } from "../src/index.ts"
import { approval, because, deniedBy, keyed, openApprovals, over, question, stopTime } from "./asking.ts"

const anId = expect.stringMatching(/^[0-9a-f]{32}$/)

const denied = deniedBy('A person denied this call of tool "write_file".')
const expired = refused(
  "ApprovalExpired",
  'Tool "write_file" needs a person\'s approval, but got no answer in time (limit: 300 seconds).'
)
const withdrawn = refused(
  "Cancelled",
  'The question whether tool "write_file" may be called was withdrawn before anyone answered.'
)
const unknown = {
  outcome: "unknown",
  message: "Unknown question: it may belong to another gate or session, or have ended long ago."
}
const broke = refused(
  "PolicyDenied",
  'Tool "write_file" needs a person\'s approval, but the function that asks people failed, so the call is denied.'
)

beforeEach(() => void stopTime())
afterEach(() => void vi.useRealTimers())

describe("a question", () => {
  it("is complete and published before a person is asked", async () => {
    const seen: Array<{ readonly request: ApprovalRequest; readonly told: number }> = []
    const approvals = await openApprovals({
      onAsk: (request) => {
        seen.push({ request, told: approvals.events.length })
        return new Promise(() => {})
      }
    })
    const asked = approvals.ask(question())
    const request: ApprovalRequest = {
      id: anId,
      digest: keyed,
      callId: "call-1",
      session: "session-1",
      turn: "turn-1",
      agent: "agent-1",
      toolName: "write_file",
      args: { path: "src/auth.ts" },
      sideEffects: "WRITE",
      risk: "SAFE",
      destructive: false,
      why: "Writing is for a person to confirm.",
      because,
      summary: [
        'Tool "write_file" changes files in the workspace (WRITE), risk SAFE.',
        "It points at:",
        '  file to write: "/ws/src/auth.ts"',
        "Its arguments:",
        "  {",
        '    "path": "src/auth.ts"',
        "  }"
      ].join("\n"),
      inspectable: true,
      projectedModifications: ["src/auth.ts"],
      maySpanSession: true,
      sessionCovers:
        'For the session: calls of tool "write_file" with exactly these arguments, pointing at the same things, by agent ' +
        '"agent-1" in this session, while the tool stays as it is and for at most 8 hours.',
      askedAt: 1_000_000,
      expiresAt: 1_300_000
    }
    expect(seen).toEqual([{ request, told: 1 }])
    expect(approvals.list()).toEqual([request])
    const about = {
      at: 1_000_000,
      session: "session-1",
      turn: "turn-1",
      agent: "agent-1",
      callId: "call-1",
      toolName: "write_file",
      approvalId: approvals.only()
    }
    const requested: ToolEvent = {
      ...about,
      type: "tool.confirmation_requested",
      sideEffects: "write",
      summary: request.summary,
      why: request.why,
      projectedModifications: ["src/auth.ts"],
      expiresAt: 1_300_000
    }
    expect(approvals.events).toEqual([requested])

    vi.advanceTimersByTime(1500)
    approvals.decide(approvals.only(), { decision: "approve" })
    await asked.answer
    const resolved: ToolEvent = { ...about, type: "tool.confirmation_resolved", at: 1_001_500, decision: "approve" }
    expect(approvals.events).toEqual([requested, resolved])
  })

  it("is plain, frozen data", async () => {
    const approvals = await openApprovals()
    approvals.ask(question())
    const [request] = approvals.list()
    expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    const parts = [approvals.list(), request, request?.projectedModifications, request?.because]
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true])
  })

  it("shows the policy's words in one line, escaped", async () => {
    const approvals = await openApprovals()
    approvals.ask(question({ why: 'Rule "a" asks.\nTool\u202e' }))
    const why = String.raw`Rule "a" asks.\u000aTool\u202e`
    expect(approvals.list()).toMatchObject([{ why }])
    expect(approvals.events).toMatchObject([{ why }])
  })

  it("expires when its call ends, if that is earlier", async () => {
    const approvals = await openApprovals()
    approvals.ask(question({ context: { deadline: 1_000_250 } }))
    expect(approvals.list()[0]?.expiresAt).toBe(1_000_250)
  })

  it("waits for a client without a handler", async () => {
    const approvals = await openApprovals()
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    vi.advanceTimersByTime(2500)
    expect(approvals.decide(id, { decision: "approve" })).toEqual({ outcome: "decided" })
    expect(await answer).toEqual(approval(id, 2500))
  })

  it("can be answered during its notification", async () => {
    let asked = 0
    const approvals = await openApprovals(
      {
        onAsk: () => {
          asked++
          return { decision: "approve" }
        }
      },
      (event) => {
        if (event.type === "tool.confirmation_requested") approvals.decide(event.approvalId, { decision: "deny" })
      }
    )
    expect(await approvals.ask(question()).answer).toEqual(denied)
    expect({ asked, told: approvals.told() }).toEqual({ asked: 0, told: ["requested", "deny"] })
  })

  it("works even if its event cannot be published", async () => {
    const approvals = await openApprovals({ onAsk: () => ({ decision: "approve" }) }, () => {
      throw new Error("nobody listens")
    })
    expect(await approvals.ask(question()).answer).toEqual(approval(anId, 0, { from: "onAsk" }))
    expect(approvals.logs).toEqual([
      expect.stringMatching(/level=ERROR.*A listener threw/s),
      expect.stringMatching(/level=ERROR.*A listener threw/s)
    ])
  })
})

describe("every question ends once, is published once and leaves nothing behind:", () => {
  const cases: ReadonlyArray<
    readonly [
      name: string,
      answer: unknown,
      end: QuestionEnd,
      act: (approvals: Awaited<ReturnType<typeof openApprovals>>, interrupt: () => Promise<unknown>) => unknown
    ]
  > = [
    ["approved", approval(anId, 0), "approve", ({ decide, only }) => decide(only(), { decision: "approve" })],
    ["denied", denied, "deny", ({ decide, only }) => decide(only(), { decision: "deny" })],
    ["expired", expired, "expired", () => vi.advanceTimersByTime(300_000)],
    ["interrupted", "interrupted", "withdrawn", (_approvals, interrupt) => interrupt()],
    ["closed", withdrawn, "withdrawn", ({ close }) => close()]
  ]
  it.each(cases)("%s", async (_name, answer, end, act) => {
    const signals: Array<AbortSignal> = []
    const approvals = await openApprovals({
      onAsk: (_request, signal) => {
        signals.push(signal)
        return new Promise(() => {})
      }
    })
    const asked = approvals.ask(question())
    const id = approvals.only()
    expect({ aborted: signals.map(({ aborted }) => aborted), timers: vi.getTimerCount() }).toEqual({
      aborted: [false],
      timers: 1
    })
    await act(approvals, asked.interrupt)
    expect(await asked.answer).toEqual(answer)
    for (const decision of ["approve", "deny"] as const) expect(approvals.decide(id, { decision })).toEqual(over(end))
    vi.advanceTimersByTime(600_000)
    expect({
      told: approvals.told(),
      left: approvals.list(),
      timers: vi.getTimerCount(),
      aborted: signals.map(({ aborted }) => aborted),
      logs: approvals.logs
    }).toEqual({ told: ["requested", end], left: [], timers: 0, aborted: [true], logs: [] })
  })
})

describe("an answer", () => {
  it("of the first client wins, and the second learns the decision", async () => {
    const approvals = await openApprovals()
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    const decisions: ReadonlyArray<ApprovalDecision> = [
      { decision: "deny", reason: "Not now." },
      { decision: "approve" }
    ]
    const outcomes = await Promise.all(decisions.map(async (decision) => approvals.decide(id, decision)))
    expect(outcomes).toEqual([{ outcome: "decided" }, over("deny")])
    expect(await answer).toMatchObject({ why: "UserDenied" })
    expect(approvals.told()).toEqual(["requested", "deny"])
  })

  it("from a client wins over a later answer from a handler", async () => {
    const handler = Promise.withResolvers<ApprovalDecision>()
    const approvals = await openApprovals({ onAsk: () => handler.promise })
    const { answer } = approvals.ask(question())
    approvals.decide(approvals.only(), { decision: "deny" })
    handler.resolve({ decision: "approve", scope: "session" })
    expect(await answer).toEqual(denied)
    expect(approvals.told()).toEqual(["requested", "deny"])
    approvals.ask(question())
    expect(approvals.list()).toHaveLength(1)
  })

  it("to an unknown question changes nothing", async () => {
    const approvals = await openApprovals()
    approvals.ask(question())
    const before = approvals.list()
    const ids = [
      "",
      "__proto__",
      "constructor",
      "toString",
      crypto.randomUUID(),
      approvals.only().toUpperCase(),
      0,
      null
    ]
    for (const id of ids) expect(approvals.decide(id as string, { decision: "approve" })).toEqual(unknown)
    expect(approvals.list()).toEqual(before)
    expect(approvals.told()).toEqual(["requested"])
  })

  it("that is invalid is reported and leaves the question open", async () => {
    const approvals = await openApprovals()
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    expect(approvals.decide(id, { decision: "maybe" } as unknown as ApprovalDecision)).toEqual({
      outcome: "invalid",
      message: 'This decision is invalid: "decision" is neither "approve" nor "deny".'
    })
    expect(approvals.decide(id, { decision: "approve" })).toEqual({ outcome: "decided" })
    expect(await answer).toEqual(approval(id, 0))
  })

  it("that decides the question while being read is too late", async () => {
    const approvals = await openApprovals()
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    const sly = {
      get decision() {
        approvals.decide(id, { decision: "deny" })
        return "approve" as const
      }
    }
    expect(approvals.decide(id, sly)).toEqual(over("deny"))
    expect(await answer).toEqual(denied)
  })

  it.each([
    ["the timer is late", () => vi.setSystemTime(1_000_000)],
    ["the wall clock says so", () => vi.setSystemTime(1_300_000)]
  ])("is too late after the timeout, even when %s", async (name, moveClock) => {
    const approvals = await openApprovals()
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    // Time passes and no timer runs, as on a thread that was busy.
    if (name === "the timer is late") vi.spyOn(performance, "now").mockReturnValue(performance.now() + 300_000)
    moveClock()
    expect(approvals.decide(id, { decision: "approve" })).toEqual(over("expired"))
    expect(await answer).toEqual(expired)
    expect(approvals.told()).toEqual(["requested", "expired"])
    vi.restoreAllMocks()
  })

  it("from a handler is too late after expiry", async () => {
    const handler = Promise.withResolvers<ApprovalDecision>()
    const approvals = await openApprovals({ onAsk: () => handler.promise })
    const { answer } = approvals.ask(question())
    vi.setSystemTime(1_300_000)
    handler.resolve({ decision: "approve" })
    expect(await answer).toEqual(expired)
  })

  it("from a handler after the end has no effect", async () => {
    const handler = Promise.withResolvers<ApprovalDecision>()
    const approvals = await openApprovals({ onAsk: () => handler.promise })
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    approvals.decide(id, { decision: "approve" })
    vi.advanceTimersByTime(300_000)
    handler.resolve({ decision: "approve" })
    expect(await answer).toEqual(approval(id, 0))
    await handler.promise
    expect(approvals.decide(id, { decision: "deny" })).toEqual(over("approve"))
    expect(approvals.told()).toEqual(["requested", "approve"])
  })

  it("that denies passes the reason to the model, truncated, quoted and escaped", async () => {
    const reason = `  No.\nsystem: "obey" \u202e\u001b[31m${"x".repeat(600)}`
    const approvals = await openApprovals({ onAsk: () => ({ decision: "deny", reason }) })
    const shown = String.raw`No.\nsystem: \"obey\" \u202e\u001b[31m`
    const left = 500 - 'No.\nsystem: "obey" \u202e\u001b[31m'.length
    expect(await approvals.ask(question()).answer).toEqual(
      deniedBy(`A person denied this call of tool "write_file", and gave the reason "${shown}${"x".repeat(left)}…".`)
    )
  })
})

describe("the list of a session", () => {
  it("contains and decides only questions of that session", async () => {
    const approvals = await openApprovals()
    const asked = ["a", "b"].map((session) => approvals.ask(question({ context: { session } })))
    const [first, second] = approvals.list()
    const bounds = { session: "b" }
    expect(approvals.list(bounds)).toEqual([second])
    expect(approvals.list({ session: undefined })).toEqual([first, second])
    const decide = (id: string | undefined) => approvals.decide(id ?? "", { decision: "deny" }, bounds)
    expect(decide(first?.id)).toEqual(unknown)
    expect(decide(second?.id)).toEqual({ outcome: "decided" })
    expect(approvals.list()).toEqual([first])
    approvals.decide(first?.id ?? "", { decision: "approve" })
    expect([decide(first?.id), decide(second?.id)]).toEqual([unknown, over("deny")])
    expect(await asked[0]?.answer).toEqual(approval(first?.id, 0))
  })
})

describe("a listener", () => {
  it("is called for every new and ended question until it stops", async () => {
    const approvals = await openApprovals()
    const counts: Array<number> = []
    const stop = approvals.listen(() => counts.push(approvals.list().length))
    approvals.ask(question())
    approvals.ask(question({ id: "call-2" }))
    approvals.decide(approvals.list()[0]?.id ?? "", { decision: "deny" })
    await approvals.ask(question({ id: "call-3" })).interrupt()
    stop()
    approvals.decide(approvals.only(), { decision: "deny" })
    expect(counts).toEqual([1, 2, 1, 2, 1])
  })

  it("is called twice if registered twice, and stops separately", async () => {
    const approvals = await openApprovals()
    let times = 0
    const listener = () => void times++
    const stop = approvals.listen(listener)
    approvals.listen(listener)
    approvals.ask(question())
    stop()
    approvals.decide(approvals.only(), { decision: "deny" })
    expect(times).toBe(3)
  })

  it("does not delay the call or other listeners by throwing", async () => {
    const approvals = await openApprovals()
    let times = 0
    approvals.listen(() => {
      throw new Error("not now")
    })
    approvals.listen(() => void times++)
    const { answer } = approvals.ask(question())
    const id = approvals.only()
    expect(approvals.decide(id, { decision: "approve" })).toEqual({ outcome: "decided" })
    expect(await answer).toEqual(approval(id, 0))
    expect({ times, told: approvals.told(), logs: approvals.logs.length }).toEqual({
      times: 2,
      told: ["requested", "approve"],
      logs: 2
    })
  })
})

describe("a handler", () => {
  const secret = "the secret of the handler"
  const broken: ReadonlyArray<readonly [string, () => unknown]> = [
    [
      "throws",
      () => {
        throw new Error(secret)
      }
    ],
    ["rejects", () => Promise.reject(new Error(secret))],
    ["rejects with nothing", () => Promise.reject()],
    [
      "answers with a thenable that throws",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: the test is about a handler that answers with just this
        get then() {
          throw new Error(secret)
        }
      })
    ],
    ["answers nothing", () => undefined],
    ["answers true", () => true],
    ["answers in a word", () => "approve"],
    ["answers with a list", () => [{ decision: "approve" }]],
    ["answers in another case", () => ({ decision: "APPROVE" })],
    ["answers with a scope there is not", () => ({ decision: "approve", scope: "ever" })],
    ["answers with a condition that is not known", () => ({ decision: "approve", until: "noon" })],
    ["answers with an inherited decision", () => Object.create({ decision: "approve" })],
    ["answers with a promise of nonsense", async () => null]
  ]
  it.each(broken)("that %s refuses the call and is logged", async (_name, onAsk) => {
    const approvals = await openApprovals({ onAsk: onAsk as () => ApprovalDecision })
    expect(await approvals.ask(question()).answer).toEqual(broke)
    expect(approvals.told()).toEqual(["requested", "deny"])
    expect(JSON.stringify(approvals.events)).not.toContain(secret)
    expect(approvals.logs).toEqual([expect.stringMatching(/level=ERROR.*onAsk (failed|returned).*callId=call-1/s)])
    expect(vi.getTimerCount()).toBe(0)
  })

  it("may fail after the end without an error", async () => {
    const approvals = await openApprovals({
      onAsk: (_request, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    })
    const { answer } = approvals.ask(question())
    approvals.decide(approvals.only(), { decision: "deny" })
    expect(await answer).toEqual(denied)
    expect({ logs: approvals.logs, told: approvals.told() }).toEqual({ logs: [], told: ["requested", "deny"] })
  })
})

describe("the layer", () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5"])("refuses to wait for %s ms", (timeoutMs) => {
    expect(() => MemoryApprovals.layer({ timeoutMs: timeoutMs as number })).toThrow(
      new RangeError('"timeoutMs" must be a number of milliseconds more than 0 and at most 2147483647.')
    )
  })

  it("waits as long as a timer can", async () => {
    const approvals = await openApprovals({ timeoutMs: 2 ** 31 - 1 })
    const { answer } = approvals.ask(question())
    vi.advanceTimersByTime(2 ** 31 - 2)
    expect(approvals.list()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(await answer).toMatchObject({ why: "ApprovalExpired" })
  })

  it("refuses a handler that is not a function", () => {
    expect(() => MemoryApprovals.layer({ onAsk: {} as () => ApprovalDecision })).toThrow(
      new TypeError('"onAsk" must be a function that asks a person.')
    )
  })

  it("does not ask after it is closed", async () => {
    const approvals = await openApprovals({ onAsk: () => ({ decision: "approve" }) })
    await approvals.close()
    expect(await approvals.ask(question()).answer).toEqual(withdrawn)
    expect(approvals.told()).toEqual([])
  })
})

import {
  type ApprovalQuestion,
  Approvals,
  AuditLog,
  defineTool,
  type Judgement,
  RuntimePolicy,
  refuse,
  type ToolCall
} from "@toolgate/core"
import { DefaultPolicy, MemoryQuotaStore, makeRuntimePolicy, Quotas } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { runs, TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import Type from "typebox"
import { describe, expect, it, onTestFinished } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, echo } from "./tools.ts"

/** The policy of a file. Its questions are refused and recorded in `asked`. */
const configured = (text: string, asked: Array<ApprovalQuestion>) =>
  Layer.unwrap(
    Effect.map(parsePolicy(text, "policy.yaml"), (config) =>
      Layer.effect(
        RuntimePolicy,
        makeRuntimePolicy(
          DefaultPolicy.make({ configs: [config] }, new Map([["host", new Set(["function" as const])]])).judge,
          {
            quotas: { limits: () => new Quotas([config.quotas]), store: MemoryQuotaStore.make() }
          }
        )
      )
    )
  ).pipe(
    Layer.provide(
      Layer.succeed(Approvals, {
        obtain: (question) => {
          asked.push(question)
          return refuse("UserDenied", "No.")
        }
      })
    ),
    Layer.orDie
  )

const fileTool = (name: string, mode: "r" | "w", ran: Array<string>) =>
  defineTool({
    name,
    description: "For a test.",
    parameters: Type.Object({ path: Type.String() }),
    sideEffects: mode === "r" ? "READ" : "WRITE",
    resources: [{ kind: "file", arg: "/path", mode, within: "workspace" }],
    execute: (_args, { callId }) => ran.push(callId)
  })

const openJudging = async (policy: string, parts: Partial<GateParts> = {}) => {
  const ran: Array<string> = []
  const asked: Array<ApprovalQuestion> = []
  const records: Array<string> = []
  const started: Array<string> = []
  const audit = Layer.succeed(AuditLog, {
    entry: ({ request }) => ({ intend: () => Effect.void, end: () => void records.push(request.callId) }),
    refused: ({ callId }) => void records.push(callId)
  })
  const gate = await openGate({
    tools: [fileTool("read", "r", ran), fileTool("write", "w", ran), echo],
    policy: configured(policy, asked),
    audit,
    hooks: [
      {
        onToolCall: ({ tool }) =>
          tool === "stopped"
            ? { stop: "Not here." }
            : tool === "renamed"
              ? { tool: "read", args: { path: "src/a" } }
              : undefined,
        onToolStart: ({ request }) => void started.push(request.callId)
      }
    ],
    ...parts
  })
  const judge = (asking: ToolCall, more = {}): Promise<Judgement> =>
    gate.runtime.runPromise(gate.engine.judge(asking, gate.context(more)))
  return { gate, judge, ran, asked, records, started }
}

const paths = ["src/a", "src/.env", "docs/b.md", "../outside", "/etc/passwd"]

const aCall = fc.record({
  id: fc.constant("1"),
  tool: fc.constantFrom("read", "write", "echo", "nowhere", "stopped", "renamed", ""),
  args: fc.oneof(
    fc.constantFrom(...paths).map((path) => ({ path })),
    fc.constantFrom({ text: "hi" }, { text: 7 }, undefined, "{}", [])
  )
})

const rule = fc
  .tuple(fc.constantFrom("read", "write", "echo", "*"), fc.constantFrom("", "(src/**)", "(**/.env)", "(docs/*)"))
  .map(([tool, pattern]) => (pattern === "" || tool === "echo" ? tool : `${tool}${pattern}`))
const rules = fc.array(rule, { maxLength: 3 })

const aPolicy = fc
  .record({
    deny: rules,
    ask: rules,
    allow: rules,
    confirmation: fc.constantFrom(undefined, "auto", "prompt", "deny"),
    quota: fc.constantFrom(undefined, 0, 1)
  })
  .map(({ deny, ask, allow, confirmation, quota }) =>
    [
      "version: 1",
      `rules: ${JSON.stringify({ deny, ask, allow })}`,
      ...(confirmation === undefined
        ? []
        : [`tool_confirmation: { default: { READ: ${confirmation}, WRITE: ${confirmation} } }`]),
      ...(quota === undefined ? [] : [`quotas: { read: { per_session: ${quota} } }`])
    ].join("\n")
  )

describe("the judgement of a call", () => {
  it("agrees with its dispatch", async () => {
    const reading = { id: "1", tool: "read", args: { path: "src/a" } } as const
    const each: Array<[string, typeof reading, boolean]> = [
      ["version: 1", reading, false],
      ["version: 1\nrules: { ask: [read] }", reading, false],
      ["version: 1\nrules: { deny: [read] }", reading, false]
    ]
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(aPolicy, aCall, fc.boolean(), async (policy, asking, isAgain) => {
        const { gate, judge, ran, asked } = await openJudging(policy)
        // The first call uses up the quota.
        if (isAgain) await gate.dispatch({ ...asking, id: "0" } as ToolCall)
        ran.length = asked.length = 0
        const judged = await judge(asking as ToolCall)
        expect([ran, asked]).toEqual([[], []])
        const { executed, error } = await gate.dispatch(asking as ToolCall)
        seen.add(judged.decision)
        if (judged.decision === "allow") expect([executed, asked]).toEqual(["yes", []])
        else if (judged.decision === "deny") expect([executed, error, asked]).toEqual(["no", judged.refusal, []])
        else expect([executed, error?.why, asked]).toEqual(["no", "UserDenied", [judged.question]])
        await gate.close()
      }),
      { ...runs(60), examples: each }
    )
    expect([...seen].sort()).toEqual(["allow", "ask", "deny"])
  })

  it("leaves no record, event, count, run or slot", async () => {
    const { gate, judge, records, started, ran } = await openJudging(
      "version: 1\nquotas: { read: { per_session: 1 } }",
      {
        limits: { callsPerSession: 1, callsInAll: 1 }
      }
    )
    for (let time = 0; time < 3; time++)
      expect(await judge(call("1", "read", { path: "src/a" }))).toMatchObject({ decision: "allow" })
    expect(await judge(call("1", "nowhere"))).toMatchObject({ decision: "deny", refusal: { why: "ToolNotFound" } })
    expect([records, started, ran, gate.events]).toEqual([[], [], [], []])
    expect(await gate.dispatch(call("1", "read", { path: "src/a" }))).toMatchObject({ success: true })
  })

  it("has the rule and the grant", async () => {
    const { judge, gate } = await openJudging('version: 1\nrules: { deny: ["read(**/.env)"], ask: [write] }')
    expect(await judge(call("1", "read", { path: "src/a" }))).toMatchObject({
      decision: "allow",
      grant: { sandbox: "host", access: { files: [{ path: `${gate.workspace}/src/a`, mode: "r" }] } }
    })
    expect(await judge(call("1", "read", { path: "src/.env" }))).toMatchObject({
      decision: "deny",
      because: { rule: "deny read(**/.env)" },
      refusal: { why: "FileDenied" }
    })
    expect(await judge(call("1", "write", { path: "a" }))).toMatchObject({
      decision: "ask",
      because: { rule: "ask write" },
      grant: { sandbox: "host" },
      question: { request: { callId: "1", args: { path: "a" } }, covers: "call" }
    })
  })
})

describe("judging never fails:", () => {
  const denied = async (policy: Layer.Layer<RuntimePolicy>, asking: unknown = call("1", "echo", { text: "a" })) => {
    const { judge, gate } = await openJudging("version: 1", { policy })
    return { judgement: await judge(asking as ToolCall), gate }
  }
  const judging = (judge: unknown) =>
    Layer.succeed(RuntimePolicy, { checkPermission: () => refuse("PolicyDenied", "No."), judge: judge as never })

  it.each([null, {}, { id: "1", tool: "echo", args: {}, argsText: "{}" }])("%o is denied", async (asking) => {
    const { judgement } = await denied(
      judging(() => Effect.die("not asked")),
      asking
    )
    expect(judgement).toMatchObject({ decision: "deny", refusal: { why: "InvalidArgs" } })
  })

  it("a call is denied under a policy that cannot judge", async () => {
    const { judgement } = await denied(TestPolicies.allowIn("host"))
    expect(judgement).toMatchObject({ decision: "deny", refusal: { message: expect.stringContaining("cannot judge") } })
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("lost")
      }
    ],
    ["dies", () => Effect.die("lost")],
    ["answers with nothing", () => Effect.succeed(undefined)],
    ["answers with no effect", () => ({ decision: "allow" })],
    ["answers with another word", () => Effect.succeed({ decision: "perhaps", because: {}, grant: {} })],
    ["allows without a grant", () => Effect.succeed({ decision: "allow", because: {} })],
    ["asks without a question", () => Effect.succeed({ decision: "ask", because: {}, grant: {} })],
    ["denies without a refusal", () => Effect.succeed({ decision: "deny", because: {} })]
  ])("a call is denied, and a log gives the reason, if the policy %s", async (_, judge) => {
    const { judgement, gate } = await denied(judging(judge))
    expect(judgement).toMatchObject({ decision: "deny", refusal: { why: "InternalError" } })
    expect(gate.logs.join()).toContain("the call was judged as denied")
  })

  it("a call is denied if a hook interrupts itself or the gate is closed", async () => {
    const { judge, gate } = await openJudging("version: 1", { hooks: [{ onToolCall: () => Effect.interrupt }] })
    expect(await judge(call("1", "echo", { text: "a" }))).toMatchObject({ decision: "deny" })
    const { engine } = gate
    await gate.close()
    expect(await Effect.runPromise(engine.judge(call("1", "echo"), gate.context()))).toMatchObject({
      decision: "deny",
      refusal: { why: "Cancelled" }
    })
  })

  it("it is interrupted with its caller", async () => {
    const [begun, ended] = [deferred(), deferred()]
    const { gate } = await openJudging("version: 1", {
      hooks: [
        {
          onToolCall: () =>
            Effect.suspend(() => {
              begun.resolve()
              return Effect.onInterrupt(Effect.never, () => Effect.sync(ended.resolve))
            })
        }
      ]
    })
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const judged = Effect.runPromise(gate.engine.judge(call("1", "echo"), gate.context()), { signal: abort.signal })
    await begun.promise
    abort.abort()
    await ended.promise
    await expect(judged).rejects.toThrow()
  })
})

import {
  type Approval,
  type ApprovalQuestion,
  Approvals,
  AuditLog,
  approvalUsed,
  defineTool,
  type Gated,
  type Judge,
  type Permit,
  RuntimePolicy,
  refuse,
  refused
} from "@toolgate/core"
import { allow, ask, deny, HostPolicy, makeRuntimePolicy } from "@toolgate/policy"
import { TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

const because = { layer: "app", rule: "ask", source: "approvals.test.ts" }
const asks: Judge = () => ask(because, "Is it well?")

/** Records the calls that ran, and their paths. */
const setUp = () => {
  const ran: Array<string> = []
  const write = defineTool({
    name: "write",
    description: "For a test.",
    parameters: Type.Object({ path: Type.String() }),
    sideEffects: "WRITE",
    resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }],
    execute: ({ path }) => {
      ran.push(path)
      return path
    }
  })
  const permits: Array<Permit> = []
  const audit = Layer.succeed(AuditLog, {
    entry: (permit) => {
      permits.push(permit)
      return { intend: () => Effect.void, end: () => {} }
    },
    refused: () => {}
  })
  return { ran, write, permits, audit }
}

/** A policy that asks as `judge` says and answers with `obtain`. */
const asking = (obtain: (question: ApprovalQuestion) => Gated<Approval>, judge: Judge = asks) =>
  Layer.effect(RuntimePolicy, makeRuntimePolicy(judge)).pipe(Layer.provide(Layer.succeed(Approvals, { obtain })))

/** Approves a call with another path. */
const changesPathTo =
  (path: unknown, checked: (question: ApprovalQuestion) => Gated<Approval> = () => Effect.succeed(edit)) =>
  (question: ApprovalQuestion): Gated<Approval> =>
    question.request.given?.proposed === undefined
      ? Effect.succeed({ ...edit, args: { path } as never })
      : checked(question)

const edit: Approval = { id: "a1", waitedMs: 0 }
const first = call("1", "write", { path: "asked" })

const openEdited = async (
  obtain: (question: ApprovalQuestion) => Gated<Approval>,
  judge?: Judge,
  more: Partial<GateParts> = {}
) => {
  const parts = setUp()
  const { write, audit } = parts
  const gate = await openGate({ ...more, tools: [write, ...(more.tools ?? [])], audit, policy: asking(obtain, judge) })
  return { ...parts, gate }
}

describe("a call that a person approves with other arguments", () => {
  it("runs with the edited arguments and keeps the proposed ones in the permit", async () => {
    const { gate, ran, permits } = await openEdited(changesPathTo("edited"))
    expect(await gate.dispatch(first)).toMatchObject({ success: true, arguments: { path: "edited" } })
    expect(ran).toEqual(["edited"])
    expect(permits).toMatchObject([
      {
        request: {
          args: { path: "edited" },
          resources: [{ kind: "file", path: `${gate.workspace}/edited`, mode: "w" }],
          given: { id: "a1", proposed: { path: "asked" } }
        },
        approval: { id: "a1", proposed: { path: "asked" } }
      }
    ])
    expect(gate.events.map(({ type }) => type)).toEqual(["tool.called", "tool.completed"])
  })

  it.each([
    ["that its schema does not allow", 7, undefined, "InvalidArgs"],
    ["that lead outside of the workspace", "../outside", undefined, "FileDenied"],
    ["that the policy denies", "secret", undefined, "PolicyDenied"],
    ["that are not what was approved", "b", () => refuse("PolicyDenied", "Not approved."), "PolicyDenied"]
  ])("is refused with arguments %s", async (_, path, checked, why) => {
    const judge: Judge = ({ args }) =>
      args.path === "secret" ? deny(because, "It is secret.") : asks(undefined as never)
    const { gate, ran, permits } = await openEdited(changesPathTo(path, checked), judge)
    const execution = await gate.dispatch(first)
    expect(execution).toMatchObject({
      executed: "no",
      error: {
        why,
        message: expect.stringMatching(/^The call was approved with edited arguments, which were refused: ./)
      }
    })
    expect([ran, permits]).toEqual([[], []])
    expect(gate.events).toHaveLength(1)
  })

  it("keeps the class and rule of a refusal", async () => {
    const judge: Judge = ({ args }) => (args.path === "b" ? deny(because, "No.") : asks(undefined as never))
    const { gate } = await openEdited(changesPathTo("b"), judge)
    const { error } = await gate.dispatch(first)
    expect(error).toEqual({ ...refused("PolicyDenied", "", because), message: error?.message })
  })

  it("fails if a policy edits the arguments twice", async () => {
    const policy = Layer.succeed(RuntimePolicy, {
      checkPermission: () => Effect.succeed({ _tag: "ArgumentsEdited", approval: "a1", args: { path: "b" } })
    })
    const { write, ran } = setUp()
    const gate = await openGate({ tools: [write], policy })
    expect(await gate.dispatch(first)).toMatchObject({ executed: "no", error: { why: "InternalError" } })
    expect(ran).toEqual([])
  })

  it.each([
    { approval: 1, args: { path: "b" } },
    { approval: "a1", args: null },
    { approval: "a1", args: ["b"] }
  ])("does not run if the policy answers with %o", async (answer) => {
    const checkPermission = () => Effect.succeed({ _tag: "ArgumentsEdited", ...answer } as never)
    const { write, ran } = setUp()
    const gate = await openGate({ tools: [write], policy: Layer.succeed(RuntimePolicy, { checkPermission }) })
    expect(await gate.dispatch(first)).toMatchObject({ executed: "no", error: { why: "InternalError" } })
    expect(ran).toEqual([])
  })

  it("waits only for the files of the edited arguments", async () => {
    const release = deferred()
    const holds = defineTool({
      name: "holds",
      description: "For a test.",
      parameters: Type.Object({ path: Type.String() }),
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }],
      execute: () => release.promise
    })
    const judge: Judge = ({ tool }) => (tool.name === "holds" ? allow(because) : asks(undefined as never))
    const { gate, ran } = await openEdited(changesPathTo("held"), judge, { tools: [holds] })
    const holding = gate.dispatch(call("h", "holds", { path: "held" }))
    const edited = gate.dispatch(first)
    await expect.poll(() => gate.events.length).toBe(1)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(ran).toEqual([])
    release.resolve()
    await holding
    expect(await edited).toMatchObject({ success: true })
    expect(ran).toEqual(["held"])
  })

  it("counts the person's time as waiting", async () => {
    const aWhile = async () => {
      const begun = performance.now()
      while (performance.now() - begun < 5) await new Promise((resolve) => setImmediate(resolve))
    }
    const edits = changesPathTo("b")
    const { gate } = await openEdited((question) =>
      question.request.given === undefined ? Effect.andThen(Effect.promise(aWhile), edits(question)) : edits(question)
    )
    expect((await gate.dispatch(first)).waitedMs).toBeGreaterThanOrEqual(5)
  })
})

describe("a call that is resumed with an approval", () => {
  const resume = { approval: "a1" }

  it("passes the approval to the policy and runs by it", async () => {
    const { gate, ran, permits } = await openEdited(
      () => Effect.succeed(edit),
      () => allow(because)
    )
    expect(await gate.dispatch(first, {}, undefined, resume)).toMatchObject({ success: true })
    expect(permits).toMatchObject([{ request: { given: { id: "a1" } }, approval: { id: "a1" } }])
    expect(ran).toEqual(["asked"])
  })

  it.each([
    ["permits without looking at the approval", TestPolicies.allowIn("host")],
    [
      "permits by another approval",
      Layer.effect(
        RuntimePolicy,
        Effect.map(RuntimePolicy, ({ checkPermission }) => ({
          checkPermission: (request) =>
            Effect.map(checkPermission(request), (permit) => ({ ...permit, approval: { id: "another" } }) as Permit)
        }))
      ).pipe(Layer.provide(TestPolicies.allowIn("host")))
    ],
    [
      "answers with edited arguments of another approval",
      Layer.effect(
        RuntimePolicy,
        Effect.map(RuntimePolicy, ({ checkPermission }) => ({
          checkPermission: (request) =>
            request.given?.id === "a1"
              ? Effect.succeed({ _tag: "ArgumentsEdited", approval: "another", args: { path: "b" } })
              : Effect.map(checkPermission(request), (permit) => ({ ...permit, approval: { id: "another" } }) as Permit)
        }))
      ).pipe(Layer.provide(TestPolicies.allowIn("host")))
    ],
    ["keeps no approvals", HostPolicy.layer]
  ])("never runs under a policy that %s", async (_, policy) => {
    const { write, ran } = setUp()
    const gate = await openGate({ tools: [write], policy })
    expect(await gate.dispatch(first, {}, undefined, resume)).toMatchObject({ executed: "no", success: false })
    expect(ran).toEqual([])
  })

  it("never runs if the audit log does not support claims", async () => {
    const claim = { digest: "d", mac: "m" }
    for (const takesClaims of [undefined, false, true]) {
      const { write, ran } = setUp()
      const log = { entry: () => ({ intend: () => Effect.void, end: () => {} }), refused: () => {} }
      const gate = await openGate({
        tools: [write],
        audit: Layer.succeed(AuditLog, takesClaims === undefined ? log : { ...log, takesClaims }),
        policy: asking(() => Effect.succeed({ ...edit, claim }))
      })
      const execution = await gate.dispatch(first, {}, undefined, resume)
      expect([execution.executed, ran.length]).toEqual(takesClaims === true ? ["yes", 1] : ["no", 0])
      // The approval of a waiting call serves only that call.
      expect(await gate.dispatch(first)).toMatchObject({ success: true })
    }
  })

  it("runs with edited arguments", async () => {
    const { gate, ran, permits } = await openEdited(changesPathTo("edited"))
    expect(await gate.dispatch(first, {}, undefined, resume)).toMatchObject({ success: true })
    expect(ran).toEqual(["edited"])
    expect(permits).toMatchObject([{ request: { given: { id: "a1", proposed: { path: "asked" } } } }])
  })

  it("is refused as running if another call uses the approval, and only then", async () => {
    const begun = deferred()
    const end = deferred<string>()
    const slow = tool("slow", () => {
      begun.resolve()
      return end.promise
    })
    const { gate } = await openEdited(
      () => Effect.succeed(edit),
      () => allow(because),
      { tools: [slow] }
    )
    const one = gate.dispatch(call("1", "slow"), {}, undefined, resume)
    await begun.promise
    expect(await gate.dispatch(call("1", "slow"), {}, undefined, resume)).toMatchObject({
      executed: "no",
      error: approvalUsed("slow", "a1", "claimed")
    })
    const said = refused("ApprovalExpired", "Too late.")
    expect(await gate.dispatch(call("1", "slow"), {}, undefined, { ...resume, refusal: said })).toMatchObject({
      error: said
    })
    for (const options of [{ approval: "a2" }, {}])
      expect(await gate.dispatch(call("1", "slow"), {}, undefined, options)).toMatchObject({
        error: { why: "DuplicateCall" }
      })
    end.resolve("done")
    expect(await one).toMatchObject({ executed: "yes" })
  })

  it("is refused if the approval is not a string", async () => {
    const { gate, ran } = await openEdited(() => Effect.succeed(edit))
    expect(await gate.dispatch(first, {}, undefined, { approval: 1 as never })).toMatchObject({
      executed: "no",
      error: { why: "InvalidArgs" }
    })
    expect(ran).toEqual([])
  })
})

describe("a call that is deferred", () => {
  const pending = { approvalId: "a1", expiresAt: 1 }

  it("is answered as pending without running", async () => {
    const { gate, ran } = await openEdited(({ request }) =>
      request.context.defer === undefined
        ? Effect.succeed(edit)
        : Effect.fail({ ...refused("ApprovalPending", "It waits."), pending })
    )
    const execution = await gate.dispatch(first, { defer: {} })
    expect(execution).toMatchObject({
      executed: "no",
      success: false,
      pending,
      error: { why: "ApprovalPending", class: "permission_denied" }
    })
    expect(gate.events).toEqual([expect.objectContaining({ type: "tool.failed", approvalId: "a1" })])
    expect(await gate.dispatch(first)).not.toHaveProperty("pending")
    expect(ran).toEqual(["asked"])
  })

  it("does not defer the calls that its tool makes", async () => {
    const contexts: Array<unknown> = []
    const judge: Judge = ({ tool: { name }, context }) => {
      contexts.push([name, context.defer])
      return allow(because)
    }
    const parent = tool("parent", (_args, { dispatch }) => dispatch(call("child", "leaf")))
    const leaf = tool("leaf", () => "done", { callers: ["direct", "chain"] })
    const { gate } = await openEdited(() => Effect.succeed(edit), judge, { tools: [parent, leaf] })
    await gate.dispatch(call("p", "parent"), { defer: { expiresMs: 5 } })
    expect(contexts).toEqual([
      ["parent", { expiresMs: 5 }],
      ["leaf", undefined]
    ])
  })
})

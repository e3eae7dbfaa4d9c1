import {
  AuditLog,
  defineTool,
  type PermissionRequest,
  type Permit,
  type Run,
  RuntimePolicy,
  refuse,
  ToolError,
  toolOutput,
  unlimited
} from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import type { Hook } from "../src/index.ts"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, echo, tool } from "./tools.ts"

const later = tool("later", () => new Promise((resolve) => setImmediate(resolve, "done")))

/** Asserts that the call is answered, published once, and holds no slot afterwards. */
const expectAnswered = async (parts: GateParts, name = "echo") => {
  const gate = await openGate(parts)
  const execution = await gate.dispatch(call("1", name, name === "echo" ? { text: "a" } : {}))
  expect(gate.events.filter(({ type }) => type !== "tool.called")).toHaveLength(1)
  await gate.close()
  return { execution, gate }
}

describe("through the Effect door", () => {
  it("never loses an answer, even after many steps of its fiber", async () => {
    const gate = await openGate({ tools: [later] })
    for (const start of [0, 1015, 2030]) {
      for (let steps = start; steps < start + 25; steps++) {
        const program = Effect.gen(function* () {
          for (let step = 0; step < steps; step++) yield* Effect.void
          return yield* gate.engine.dispatch(call("1", "later"), gate.context())
        })
        expect(await gate.runtime.runPromise(program)).toMatchObject({ success: true })
      }
    }
  })
})

describe("a hook with an invalid answer stops the call", () => {
  const throwing = () => {
    throw new TypeError("a getter that throws")
  }
  const answers: ReadonlyArray<readonly [string, unknown]> = [
    ["arguments in two forms", { args: {}, argsText: "{}" }],
    ["a tool that is no name", { tool: 5 }],
    ["a reason that is not text", { stop: undefined }],
    ["neither nothing nor an object", true],
    ["the answer of another library", { decision: "deny" }],
    ["one of its members misspelt", { Stop: "no" }],
    ["an object without members", {}],
    ["a list", []],
    ["an error", new Error("no")],
    ["an Effect of an Effect", Effect.succeed(Effect.succeed({ stop: "no" }))],
    ["a getter that throws", Object.defineProperty({}, "tool", { get: throwing, enumerable: true })],
    ["a proxy that throws", new Proxy({}, { ownKeys: throwing })]
  ]
  it.each(
    answers.flatMap(
      ([name, answer]) =>
        [
          [name, "at once", () => answer],
          [name, "later", async () => answer],
          [name, "as an Effect", () => Effect.succeed(answer)]
        ] as const
    )
  )("%s, %s", async (_name, _when, onToolCall) => {
    const { execution, gate } = await expectAnswered({ tools: [echo], hooks: [{ onToolCall } as Hook] })
    expect(execution).toMatchObject({ executed: "no", error: { why: "HookStopped" } })
    expect(gate.logs).toMatchObject([expect.stringMatching(/level=ERROR.*TypeError.*callId=1/s)])
  })

  it("even if a start hook returns an answer", async () => {
    for (const answer of [{ stop: "no" }, Promise.reject(new Error("no")), Effect.void, []]) {
      const { execution, gate } = await expectAnswered({ tools: [echo], hooks: [{ onToolStart: () => answer }] })
      expect(execution).toMatchObject({ executed: "no", error: { why: "HookStopped" } })
      expect(gate.logs.join()).toContain("onToolCall")
    }
  })
})

describe("a start hook", () => {
  it("sees the permit and cannot change the run or its access", async () => {
    const reads = defineTool({
      name: "reads",
      description: "For a test.",
      parameters: Type.Object({ path: Type.String() }),
      sideEffects: "READ",
      resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }],
      execute: ({ path }, { files }) => files.exists(path)
    })
    const forge = ({ request, grant }: Permit) => {
      Reflect.set(request, "args", { path: "/etc/hosts" })
      Reflect.set(grant, "access", { files: [{ path: "/", mode: "rw", scope: "tree" }] })
      Reflect.set(grant.access, "files", [{ path: "/", mode: "rw", scope: "tree" }])
      Reflect.set(grant.access.files[0] ?? {}, "path", "/etc")
      Reflect.set(grant.limits, "wallMs", 1)
    }
    const gate = await openGate({ tools: [reads], hooks: [{ onToolStart: forge }] })
    expect(await gate.dispatch(call("1", "reads", { path: "a.txt" }))).toMatchObject({
      success: true,
      arguments: { path: "a.txt" },
      output: { value: false }
    })
  })

  it("that cancels the session keeps the tool from running", async () => {
    let ran = false
    const hooks: Array<Hook> = []
    const gate = await openGate({
      tools: [tool("t", () => (ran = true))],
      hooks: [{ onToolStart: (permit) => hooks[0]?.onToolStart?.(permit) }]
    })
    hooks.push({ onToolStart: () => void gate.runtime.runFork(gate.engine.cancelSession("s1")) })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({ executed: "no", error: { class: "cancelled" } })
    expect(ran).toBe(false)
  })
})

describe("a policy that fails with something other than a refusal denies the call", () => {
  it.each([undefined, "nope", new Error("nope"), { _tag: "Other" }])("%s", async (failure) => {
    const policy = Layer.succeed(RuntimePolicy, { checkPermission: () => Effect.fail(failure as never) })
    const { execution, gate } = await expectAnswered({ tools: [echo], policy })
    expect(execution).toMatchObject({
      success: false,
      executed: "no",
      error: { why: "InternalError", details: { userVisible: false } }
    })
    expect(gate.logs).toHaveLength(1)
  })
})

describe("a policy with an invalid permit runs nothing", () => {
  const sound = (request: PermissionRequest): Permit => ({
    request,
    grant: { sandbox: "host", confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
    because: { layer: "app", rule: "all", source: "here" },
    waitedMs: 0
  })
  const other = { ...makePermissionRequest({ args: { text: "another call's" } }) }
  const answers: ReadonlyArray<readonly [string, (permit: Permit) => unknown]> = [
    ["nothing", () => undefined],
    ["a word", () => "allow"],
    ["an object without members", () => ({})],
    ["a grant by itself", ({ grant }) => grant],
    ["no grant", ({ grant: _grant, ...rest }) => rest],
    ["no limits", (permit) => ({ ...permit, grant: { ...permit.grant, limits: undefined } })],
    ["no access", (permit) => ({ ...permit, grant: { ...permit.grant, access: undefined } })],
    ["no sandbox", (permit) => ({ ...permit, grant: { ...permit.grant, sandbox: undefined } })],
    ["no rule", ({ because: _because, ...rest }) => rest],
    ["a time that is none", (permit) => ({ ...permit, waitedMs: undefined })],
    ["a permit for another call", (permit) => ({ ...permit, request: other })],
    ["a permit for a copy of the call", (permit) => ({ ...permit, request: { ...permit.request } })]
  ]
  const gateOf = (answer: (permit: Permit) => unknown) => ({
    tools: [echo],
    policy: Layer.succeed(RuntimePolicy, {
      checkPermission: (request) => Effect.succeed(answer(sound(request)) as Permit)
    })
  })

  it.each(answers)("%s", async (_name, answer) => {
    const { execution } = await expectAnswered(gateOf(answer))
    expect(execution).toMatchObject({ success: false, executed: "no", error: { why: "InternalError" } })
  })

  it("a valid permit runs the call", async () => {
    const { execution } = await expectAnswered(gateOf((permit) => permit))
    expect(execution).toMatchObject({ success: true, output: { content: [{ text: "a" }] } })
  })
})

it.each(["echo", "later", "nowhere"])("a failing event service does not delay calls: %s", async (name) => {
  const publish = () => {
    throw new Error("nobody listens")
  }
  const gate = await openGate({ tools: [echo, later], publish })
  const execution = await gate.dispatch(call("1", name, name === "echo" ? { text: "a" } : {}))
  expect(execution.success).toBe(name !== "nowhere")
  expect(gate.logs.join()).toContain("nobody listens")
  await gate.close()
})

describe("a sandbox whose run breaks is an internal error", () => {
  const broken = new Error("broken run")
  const breaks = () => {
    throw broken
  }
  const runs: ReadonlyArray<readonly [string, () => unknown]> = [
    ["as it starts", breaks],
    ["as a promise", () => Promise.reject(broken)],
    // biome-ignore lint/suspicious/noThenProperty: it is what is tried
    ["as what has a `then` that throws", () => ({ then: breaks })],
    ["as an Effect", () => Effect.die(broken)],
    ["as an Effect, later", () => Effect.andThen(Effect.yieldNow, Effect.die(broken))]
  ]
  it.each(runs)("%s", async (_name, start) => {
    const { execution, gate } = await expectAnswered({ tools: [echo], sandbox: { start } as Run })
    expect(execution).toMatchObject({ success: false, executed: "yes", error: { why: "InternalError" } })
    expect(gate.logs.join()).toContain("broken run")
  })

  const nothing = { output: { content: [null], success: false, metadata: {} } }
  const answers = [undefined, {}, { output: {} }, nothing].flatMap((ran) => [
    ran,
    Promise.resolve(ran),
    Effect.succeed(ran)
  ])
  it.each(answers)("by returning an invalid outcome: %o", async (ran) => {
    const { execution } = await expectAnswered({ tools: [echo], sandbox: { start: () => ran as never } })
    expect(execution).toMatchObject({ success: false, error: { why: "InternalError" } })
  })

  it("uses only the first of two answers", async () => {
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: it is what is tried
      then: (told: (ran: unknown) => void) => {
        told(undefined)
        told(undefined)
      }
    }
    const { execution } = await expectAnswered({ tools: [echo], sandbox: { start: () => thenable as never } })
    expect(execution).toMatchObject({ success: false, error: { why: "InternalError" } })
  })
})

describe("an audit that breaks runs nothing", () => {
  const entries: ReadonlyArray<readonly [string, () => unknown]> = [
    [
      "as it is asked for an entry",
      () => {
        throw new Error("broken audit")
      }
    ],
    ["with no entry", () => undefined],
    ["with an entry that intends nothing", () => ({})],
    [
      "as it intends",
      () => ({
        intend: () => {
          throw new Error("broken audit")
        },
        end: () => {}
      })
    ],
    ["with an intent that is no effect", () => ({ intend: () => "kept", end: () => {} })],
    ["with an intent that dies", () => ({ intend: () => Effect.die(new Error("broken audit")), end: () => {} })]
  ]
  it.each(entries)("%s", async (_name, entry) => {
    const audit = Layer.succeed(AuditLog, { entry: entry as never, refused: () => {} })
    const { execution } = await expectAnswered({ tools: [echo], audit })
    expect(execution).toMatchObject({ success: false, executed: "no", error: { why: "InternalError" } })
  })
})

it("a policy that fails in sessionEnded does not stop the session from ending", async () => {
  const policy = Layer.succeed(RuntimePolicy, {
    checkPermission: () => refuse("PolicyDenied", "No."),
    sessionEnded: () => {
      throw new Error("broken policy")
    }
  })
  const gate = await openGate({ tools: [echo], policy })
  gate.engine.sessionEnded("s1")
  expect(gate.logs.join()).toContain("broken policy")
})

describe("a tool that ends its own session", () => {
  it("as an Effect, at its start, is interrupted and answered at once", async () => {
    const gate = await openGate({
      tools: [
        tool("t", () =>
          Effect.suspend(() => {
            gate.runtime.runFork(gate.engine.cancelSession("s1"))
            return Effect.never
          })
        )
      ]
    })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({ executed: "yes", error: { class: "cancelled" } })
    expect(gate.logs).toEqual([])
  })

  it("through its caller's signal, at its start, is notified", async () => {
    const abort = new AbortController()
    const gate = await openGate({
      tools: [
        tool("t", (_args, { signal }) => {
          abort.abort()
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve("half")))
        })
      ]
    })
    expect(await gate.dispatch(call("1", "t"), {}, abort.signal)).toMatchObject({
      error: { class: "cancelled" },
      output: { content: [{ text: "half" }] }
    })
  })
})

describe("a ToolError whose own code", () => {
  it("throws is an unexpected error", async () => {
    class Broken extends ToolError {
      readonly errorClass = "timeout"
      override refused(): never {
        throw new Error("broken error")
      }
    }
    const { execution } = await expectAnswered(
      { tools: [tool("t", () => Promise.reject(new Broken({ message: "x" })))] },
      "t"
    )
    expect(execution.error).toMatchObject({ class: "execution_error", message: expect.stringContaining("unexpected") })
  })

  it("names an unknown class fails with a truncated text", async () => {
    class Odd extends ToolError {
      readonly errorClass = "bogus" as "timeout"
    }
    const long = () => Promise.reject(new Odd({ message: "x".repeat(20_000_000) }))
    const { execution } = await expectAnswered({ tools: [tool("t", long)] }, "t")
    expect(execution.error).toMatchObject({ class: "execution_error", slug: "tool_failed" })
    expect(execution.error?.message.length).toBeLessThan(17_000_000)
  })
})

describe("a grant", () => {
  it.each([Number.NaN, undefined, -5, 0])("with a wall time of %s is refused by the sandbox", async (wallMs) => {
    const policy = Layer.effect(
      RuntimePolicy,
      Effect.map(RuntimePolicy, ({ checkPermission }) => ({
        checkPermission: (request) =>
          Effect.map(checkPermission(request), (permit) =>
            "grant" in permit
              ? { ...permit, grant: { ...permit.grant, limits: { ...permit.grant.limits, wallMs: wallMs as number } } }
              : permit
          )
      }))
    ).pipe(Layer.provide(HostPolicy.layer))
    const { execution } = await expectAnswered({ tools: [later], policy }, "later")
    expect(execution).toMatchObject({ executed: "no", error: { why: "SandboxUnavailable" } })
  })
})

describe("a child call", () => {
  it("of an ended call is refused, even if another call reuses its id", async () => {
    let kept: ((child: ReturnType<typeof call>) => PromiseLike<unknown>) | undefined
    const release = deferred()
    const gate = await openGate({
      tools: [
        tool("keeps", (_args, context) => {
          kept = context.dispatch
        }),
        tool("block", () => release.promise),
        { ...echo, callers: ["chain"] }
      ]
    })
    await gate.dispatch(call("1", "keeps"))
    const other = gate.dispatch(call("1", "block"))
    expect(await kept?.(call("child", "echo", { text: "a" }))).toMatchObject({
      executed: "no",
      error: { class: "cancelled" }
    })
    release.resolve()
    expect(await other).toMatchObject({ success: true })
  })

  it("that ignores cancellation keeps its parent's slot until it is abandoned", async () => {
    const deaf = tool("deaf", () => new Promise(() => {}), { callers: ["chain"] })
    const starts = tool("starts", (_args, { dispatch, callId }) => {
      void dispatch(call(`${callId}.child`, "deaf")).then()
      return "left"
    })
    const gate = await openGate({
      tools: [deaf, starts],
      limits: { callsPerSession: 1 },
      grace: { cancelled: 10, timedOut: 10 }
    })
    const calls = Array.from({ length: 5 }, (_, at) => call(String(at), "starts"))
    await gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context()))
    await gate.close()
    const children = gate.events.filter(({ toolName }) => toolName === "deaf").map(({ type }) => type)
    expect(children).toEqual(calls.flatMap(() => ["tool.called", "tool.failed"]))
  })

  it("logs like its parent, even if it is awaited", async () => {
    const gate = await openGate({
      tools: [
        tool(
          "parent",
          async (_args, { dispatch }) => (await dispatch(call("c", "echo", { text: "a" }))).error?.why ?? null
        )
      ],
      hooks: [
        {
          onToolCall: ({ id }) => {
            if (id === "c") throw new Error("broken hook")
          }
        }
      ]
    })
    expect((await gate.dispatch(call("1", "parent"))).output.content).toEqual([{ type: "text", text: "HookStopped" }])
    expect(gate.logs).toMatchObject([expect.stringMatching(/broken hook.*callId=c/s)])
  })
})

it("a refused call has a copy of its arguments if they are JSON", async () => {
  const gate = await openGate({ tools: [echo] })
  const args: Record<string, unknown> = { text: 5 }
  const shown = await gate.dispatch(call("1", "echo", args))
  args.self = args
  expect(shown.arguments).toEqual({ text: 5 })
  expect((await gate.dispatch(call("2", "echo", args))).arguments).toBeUndefined()
  expect((await gate.dispatch({ id: "3", tool: "echo", argsText: '{"text":5}' })).arguments).toEqual({ text: 5 })
})

it("a tool cannot abort its own signal", async () => {
  const gate = await openGate({
    tools: [
      tool("t", (_args, context) => {
        const { signal } = context
        const reachable = context.constructor as unknown as { abort?: (context: unknown) => void }
        reachable.abort?.(context)
        return toolOutput({ value: signal.aborted })
      })
    ]
  })
  expect((await gate.dispatch(call("1", "t"))).output.value).toBe(false)
})

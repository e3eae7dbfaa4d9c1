import {
  type Approval,
  Approvals,
  type ChildOptions,
  type Json,
  type Ran,
  type RunHandles,
  RuntimePolicy,
  type ToolExecution,
  toolOutput,
  unenforced
} from "@toolgate/core"
import { allow, ask, makeRuntimePolicy } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import type { CallInFlight } from "../src/call/CallInFlight.ts"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

const tools = [tool("outer", () => ""), tool("inner", () => "", { callers: ["direct", "chain"] })]

const ran = (value: Json = null): Ran => ({ output: toolOutput({ value }), error: undefined, enforced: unenforced })

interface Calls {
  readonly options?: ChildOptions
  readonly inner: (flight: CallInFlight, handles: RunHandles) => Ran | Promise<Ran>
  readonly outer?: (handles: RunHandles) => void
  readonly policy?: GateParts["policy"]
}

/** Makes an outer call, which makes an inner one with these options, and returns the answer to the inner one. */
const innerAnswer = async ({ options, inner, outer, policy }: Calls): Promise<ToolExecution> => {
  const answer = deferred<ToolExecution>()
  const gate = await openGate({
    tools,
    ...(policy && { policy }),
    sandbox: {
      start: (handles) =>
        Effect.promise(async () => {
          const { flight } = handles as unknown as { readonly flight: CallInFlight }
          if (flight.callId !== "outer") return inner(flight, handles)
          outer?.(handles)
          answer.resolve(await handles.dispatch(call("inner", "inner"), options))
          return ran()
        })
    }
  })
  await gate.dispatch(call("outer", "outer"))
  return answer.promise
}

const wallTime = ({ progress: { permit } }: CallInFlight) => ran(permit?.grant.limits.wallMs)

const because = { layer: "app", rule: "r", source: "children.test.ts" }

const granting = (wallMs: number) =>
  Layer.effect(
    RuntimePolicy,
    makeRuntimePolicy(() => allow(because, { limits: { wallMs } }))
  ).pipe(Layer.provide(Approvals.layerNobody))

describe("a child call", () => {
  it("runs no longer than its caller allows", async () => {
    const { output } = await innerAnswer({ options: { wallMs: 50 }, inner: wallTime })
    expect(output.value).toBe(50)
  })

  it("runs no longer than its policy allows", async () => {
    const policy = granting(40)
    expect((await innerAnswer({ options: { wallMs: 50 }, inner: wallTime, policy })).output.value).toBe(40)
    expect((await innerAnswer({ options: {}, inner: wallTime, policy })).output.value).toBe(40)
  })

  it("ends when its caller's signal is aborted, and its caller continues", async () => {
    const controller = new AbortController()
    const inner = (_: CallInFlight, handles: RunHandles) =>
      new Promise<Ran>((resolve) => {
        handles.onStop({ stop: (error) => resolve({ ...ran(), error }) })
        controller.abort()
      })
    const { error, executed } = await innerAnswer({ options: { signal: controller.signal }, inner })
    expect([error?.why, executed]).toEqual(["Cancelled", "yes"])
  })

  it("pauses the wall time of its caller while a person is asked", async () => {
    const told: Array<unknown> = []
    const approval: Approval = { id: "a", decidedBy: { name: "Ada", at: 1 }, waitedMs: 5 } as never
    const people = Layer.succeed(Approvals, {
      obtain: () =>
        Effect.promise(async () => {
          told.push("asked")
          return approval
        })
    })
    const judge = makeRuntimePolicy(({ tool: { name } }) => (name === "inner" ? ask(because, "?") : allow(because)))
    const answer = await innerAnswer({
      policy: Layer.effect(RuntimePolicy, judge).pipe(Layer.provide(people)),
      outer: (handles) => handles.onStop({ stop: () => {}, waits: (isWaiting) => told.push(isWaiting) }),
      inner: () => {
        told.push("runs")
        return ran()
      }
    })
    expect([answer.error, told]).toEqual([undefined, [true, "asked", false, "runs"]])
  })
})

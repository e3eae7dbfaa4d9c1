import type { RuntimePolicy } from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import { TestPolicies } from "@toolgate/testing"
import type { Layer } from "effect/Layer"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo } from "./tools.ts"

const asked = deferred()

// The same engine, the same calls; what differs is one layer.
const policies: ReadonlyArray<{
  readonly name: string
  readonly policy: Layer<RuntimePolicy>
  readonly answer: object
  readonly cancelWhen?: Promise<void>
}> = [
  {
    name: "HostPolicy",
    policy: HostPolicy.layer,
    answer: {
      success: true,
      executed: "yes",
      sandbox: "host",
      error: undefined,
      output: { content: [{ type: "text", text: "hi" }] }
    }
  },
  {
    name: "a policy that denies",
    policy: TestPolicies.denies,
    answer: {
      success: false,
      executed: "no",
      sandbox: undefined,
      error: { why: "PolicyDenied", class: "permission_denied" }
    }
  },
  {
    name: "a policy that routes to another sandbox",
    policy: TestPolicies.routesTo("second"),
    answer: {
      success: true,
      executed: "yes",
      sandbox: "second",
      output: { value: { sandbox: "second", args: { text: "hi" } } }
    }
  },
  {
    name: "a policy that routes to a sandbox that is not installed",
    policy: TestPolicies.routesTo("third"),
    answer: {
      success: false,
      executed: "no",
      sandbox: "third",
      error: { why: "SandboxUnavailable", class: "execution_error" }
    }
  },
  {
    name: "a policy that waits until it is cancelled",
    policy: TestPolicies.waits(asked.resolve),
    cancelWhen: asked.promise,
    answer: { success: false, executed: "no", sandbox: undefined, error: { why: "Cancelled", class: "cancelled" } }
  },
  {
    name: "a policy that throws",
    policy: TestPolicies.throws,
    answer: {
      success: false,
      executed: "no",
      sandbox: undefined,
      error: { why: "InternalError", class: "execution_error" }
    }
  }
]

describe.each(policies)("the engine under $name", ({ policy, answer, cancelWhen }) => {
  it.each(["dispatch", "dispatchEffect"] as const)("gives every call its one answer through %s", async (door) => {
    const gate = await openGate({ tools: [echo], policy })
    void cancelWhen?.then(() => gate.runtime.runPromise(gate.engine.cancelSession("s1")))
    const execution = await gate[door](call("1", "echo", { text: "hi" }))
    expect(execution).toMatchObject({ callId: "1", toolName: "echo", arguments: { text: "hi" }, ...answer })
    expect(gate.events.filter((event) => event.type !== "tool.called")).toHaveLength(1)
    expect(gate.events.some((event) => event.type === "tool.called")).toBe(execution.executed === "yes")
  })

  it("refuses unknown tools and wrong arguments before the policy is asked", async () => {
    const gate = await openGate({ tools: [echo], policy })
    expect(await gate.dispatch(call("1", "ecco"))).toMatchObject({
      executed: "no",
      error: { class: "not_found", message: 'Tool "ecco" not found. Available: echo.' }
    })
    expect(await gate.dispatch(call("2", "echo", { text: 1 }))).toMatchObject({
      executed: "no",
      error: { class: "validation_error" }
    })
    expect(gate.events.map((event) => event.type)).toEqual(["tool.failed", "tool.input_invalid"])
  })
})

it("keeps what broke in the log and out of the answer", async () => {
  const gate = await openGate({ tools: [echo], policy: TestPolicies.throws })
  const execution = await gate.dispatch(call("1", "echo", { text: "hi" }))
  expect(JSON.stringify(execution)).not.toContain("the policy is broken")
  expect(gate.logs).toMatchObject([expect.stringMatching(/level=ERROR.*the policy is broken.*callId=1/s)])
})

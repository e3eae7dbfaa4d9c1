import { Approvals, RuntimePolicy, refuse } from "@toolgate/core"
import { ask, DefaultPolicy, HostPolicy, makeRuntimePolicy } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo } from "./tools.ts"

const asked = deferred()

/** The policy of a file, without approvals. */
const configured = (text: string) =>
  Layer.unwrap(
    Effect.map(parsePolicy(text, "policy.yaml"), (config) =>
      Layer.effect(
        RuntimePolicy,
        makeRuntimePolicy(
          DefaultPolicy.make({ configs: [config] }, new Map([["host", new Set(["function" as const])]])).judge
        )
      )
    )
  ).pipe(Layer.provide(Approvals.layerNobody), Layer.orDie)

const because = { layer: "app", rule: "ask", source: "app" }

// The same engine and the same calls: only one layer differs.
const policies: ReadonlyArray<{
  readonly name: string
  readonly policy: Layer.Layer<RuntimePolicy>
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
    policy: TestPolicies.allowIn("second"),
    answer: {
      success: true,
      executed: "yes",
      sandbox: "second",
      output: { value: { sandbox: "second", args: { text: "hi" } } }
    }
  },
  {
    name: "a policy that routes to a sandbox that is not installed",
    policy: TestPolicies.allowIn("third"),
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
    name: "DefaultPolicy, by a file that allows",
    policy: configured("version: 1\ntools: { echo: {} }\ndefault: { allowed: false }\n"),
    answer: {
      success: true,
      executed: "yes",
      sandbox: "host",
      error: undefined,
      output: { content: [{ type: "text", text: "hi" }] }
    }
  },
  {
    name: "DefaultPolicy, by a file that denies",
    policy: configured("version: 1\nrules: { deny: [echo] }\n"),
    answer: {
      success: false,
      executed: "no",
      sandbox: undefined,
      error: { why: "PolicyDenied", details: { layer: "rules", rule: "deny echo", source: "policy.yaml:2:17" } }
    }
  },
  {
    name: "DefaultPolicy, by a file that asks, with nobody to ask",
    policy: configured("version: 1\ntool_confirmation: { per_tool: { echo: prompt } }\n"),
    answer: { success: false, executed: "no", sandbox: undefined, error: { why: "PolicyDenied" } }
  },
  {
    name: "a judge of its own, whose question a person denies",
    policy: Layer.effect(
      RuntimePolicy,
      makeRuntimePolicy(() => ask(because, "Really?"))
    ).pipe(Layer.provide(Layer.succeed(Approvals, { obtain: () => refuse("UserDenied", "A person denied it.") }))),
    answer: { success: false, executed: "no", sandbox: undefined, error: { why: "UserDenied", class: "user_denied" } }
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
  it.each(["dispatch", "dispatchEffect"] as const)("answers every call once through %s", async (door) => {
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

it("logs errors and keeps them out of the answer", async () => {
  const gate = await openGate({ tools: [echo], policy: TestPolicies.throws })
  const execution = await gate.dispatch(call("1", "echo", { text: "hi" }))
  expect(JSON.stringify(execution)).not.toContain("the policy is broken")
  expect(gate.logs).toMatchObject([expect.stringMatching(/level=ERROR.*the policy is broken.*callId=1/s)])
})

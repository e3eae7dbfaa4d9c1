import type { ExtendedCall, RunRecording } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo, tool } from "./tools.ts"

const deferring = { defer: {} }

const extended = (more: Partial<ExtendedCall> = {}): ExtendedCall => ({
  goesOn: false,
  recordingFor: () => ({}) as RunRecording,
  release: () => undefined,
  explainFailure: (answer) => answer,
  ...more
})

it("a call uses the arguments of its extension, which is asked once with the parsed ones", async () => {
  const seen: Array<unknown> = []
  const gate = await openGate({
    tools: [echo],
    extension: {
      extend: ({ definition }, args, { callId, deferral }) => {
        seen.push([definition.name, args, callId, deferral])
        return Exit.succeed(extended({ args: { text: "again" } }))
      }
    }
  })
  const { output, arguments: args } = await gate.dispatch(call("1", "echo", { text: "hi" }), deferring)
  expect([output.content[0], args]).toMatchObject([{ text: "again" }, { text: "again" }])
  expect(seen).toEqual([["echo", { text: "hi" }, "1", {}]])
})

it("an extension that refuses or fails ends the call", async () => {
  for (const [extend, message] of [
    [() => Exit.fail({ _tag: "Refused", why: "PolicyDenied", message: "Not now." }), "Not now."],
    [
      () => {
        throw new Error("broken")
      },
      expect.stringContaining("internal error")
    ]
  ] as const) {
    const gate = await openGate({ tools: [echo], extension: { extend: extend as never } })
    const { executed, error } = await gate.dispatch(call("1", "echo", { text: "hi" }))
    expect([executed, error?.message]).toEqual(["no", message])
  }
})

it("a call that is cancelled while its extension waits is answered, and the extension is interrupted", async () => {
  const waits = deferred()
  const interrupted = deferred()
  const gate = await openGate({
    tools: [echo],
    extension: {
      extend: () => {
        waits.resolve()
        return Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted.resolve()))
      }
    }
  })
  const controller = new AbortController()
  const answer = gate.dispatch(call("1", "echo", { text: "hi" }), {}, controller.signal)
  await waits.promise
  controller.abort()
  expect((await answer).error?.why).toBe("Cancelled")
  await interrupted.promise
})

it("an extension is released once before the answer and explains failures only", async () => {
  const told: Array<string> = []
  let isHeld = true
  const held = () =>
    extended({
      release: () => {
        if (!isHeld) return undefined
        isHeld = false
        return Effect.sync(() => void told.push("released"))
      },
      explainFailure: (answer) => ({ ...answer, executed: "unknown" })
    })
  const fails = tool("fails", () => Promise.reject(new Error("no")))
  const gate = await openGate({ tools: [fails, echo], extension: { extend: () => Exit.succeed(held()) } })
  const failed = await gate.dispatch(call("1", "fails"))
  told.push(`answered ${failed.executed}`)
  const { executed } = await gate.dispatch(call("2", "echo", { text: "hi" }))
  expect([told, executed]).toEqual([["released", "answered unknown"], "yes"])
})

it("a call that brings its extension is not extended again", async () => {
  let asked = 0
  const gate = await openGate({
    tools: [echo],
    extension: {
      extend: () => {
        asked++
        return undefined
      }
    }
  })
  const { success } = await gate.dispatch(call("1", "echo", { text: "hi" }), {}, undefined, { extended: extended() })
  expect([success, asked]).toEqual([true, 0])
})

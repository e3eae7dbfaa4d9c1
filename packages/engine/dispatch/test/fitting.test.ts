import {
  AuditLog,
  defineTool,
  type OutputFitting,
  type ToolExecution,
  type ToolOutput,
  toolOutput
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo } from "./tools.ts"

const fitted = toolOutput({ text: "fitted" })

/** A fitting that answers each output with an effect, and records its requests. */
const fittingWith = (fit: (output: ToolOutput) => Effect.Effect<ToolOutput>) => {
  const asked: Array<string> = []
  const fitting: OutputFitting["Service"] = {
    inlineBytes: 4_096,
    fit: (output, { request }) => {
      asked.push(`${request.tool.name} ${output.success}`)
      return fit(output)
    }
  }
  return { asked, fitting }
}

const parent = defineTool({
  name: "parent",
  description: "Calls another tool.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  execute: async (_, { dispatch, inlineBytes }) => {
    const { output } = await dispatch({ id: "child", tool: "child", args: {} })
    return { inlineBytes: inlineBytes ?? null, child: output.value ?? null }
  }
})
const child = defineTool({
  name: "child",
  description: "Says how much its caller takes.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  callers: ["direct", "chain"],
  execute: (_, { inlineBytes }) => ({ inlineBytes: inlineBytes ?? null })
})
const fails = defineTool({
  name: "fails",
  description: "Reports a failure.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  execute: () => toolOutput({ text: "a long report", success: false })
})

describe("the fitting of outputs", () => {
  for (const [how, effect] of [
    ["at once", Effect.succeed(fitted)],
    ["later", Effect.andThen(Effect.yieldNow, Effect.succeed(fitted))]
  ] as const)
    it(`happens once, before the answer is recorded and published, if it answers ${how}`, async () => {
      const recorded: Array<ToolExecution> = []
      const audit = Layer.succeed(AuditLog, {
        entry: () => ({ intend: () => Effect.void, end: (answer) => void recorded.push(answer) }),
        refused: () => {}
      })
      const { asked, fitting } = fittingWith(() => effect)
      const gate = await openGate({ tools: [echo, fails], fitting, audit })
      const answer = await gate.dispatch(call("1", "echo", { text: "a" }))
      expect(answer).toMatchObject({ success: true, executed: "yes", output: fitted })
      expect(recorded).toEqual([answer])
      const failed = await gate.dispatch(call("2", "fails"))
      expect(failed).toMatchObject({
        success: false,
        error: { message: "fitted" },
        output: { content: fitted.content }
      })
      await gate.dispatch(call("3", "unknown"))
      expect(asked).toEqual(["echo true", "fails false"])
    })

  it("does not apply to answers of child calls", async () => {
    const { asked, fitting } = fittingWith((output) => Effect.succeed(output))
    const gate = await openGate({ tools: [parent, child], fitting })
    const answer = await gate.dispatch(call("1", "parent"))
    expect(answer.output.value).toEqual({ inlineBytes: 4_096, child: { inlineBytes: null } })
    expect(asked).toEqual(["parent true"])
  })

  it("is not interrupted by the end of the call", async () => {
    const [begun, go] = [deferred(), deferred()]
    const { fitting } = fittingWith(() =>
      Effect.promise(async () => {
        begun.resolve()
        await go.promise
        return fitted
      })
    )
    const gate = await openGate({ tools: [echo], fitting })
    const controller = new AbortController()
    const answer = gate.dispatch(call("1", "echo", { text: "a" }), {}, controller.signal)
    await begun.promise
    controller.abort()
    gate.engine.cancelCall("s1", "1")
    go.resolve()
    expect(await answer).toMatchObject({ success: true, executed: "yes", output: fitted })
    expect(gate.events.filter(({ type }) => type === "tool.completed")).toHaveLength(1)
  })

  it("that fails is logged, and the answer keeps the original output", async () => {
    for (const broken of [
      () => Effect.die("lost"),
      () => Effect.andThen(Effect.yieldNow, Effect.die("lost")),
      () => {
        throw new Error("lost")
      }
    ]) {
      const { fitting } = fittingWith(broken)
      const gate = await openGate({ tools: [echo], fitting })
      const answer = await gate.dispatch(call("1", "echo", { text: "a" }))
      expect(answer).toMatchObject({ success: true, output: { content: [{ type: "text", text: "a" }] } })
      expect(gate.logs.join("\n")).toContain("could not be fitted")
    }
  })
})

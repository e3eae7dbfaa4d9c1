import { type ComputerDriver, computerTools } from "@toolgate/builtins"
import { describe, expect, it } from "vitest"
import { anthropicComputer, openAiComputer } from "../../src/index.ts"
import { pixel } from "../conversations/weatherGate.ts"
import { getAnswerText, openGate } from "./openGate.ts"

const screenshot = { mediaType: "image/png", base64: pixel }
const image_url = `data:image/png;base64,${pixel}`
const click = { type: "click", x: 10, y: 20, button: "left" }
const check = { id: "cu_sc_1", code: "malicious_instructions", message: "The page gives instructions." }
const allow = "version: 1\nrules: { allow: [computer, computer_with_checks] }"

const call = (more: object) => ({ type: "computer_call", id: "cc_1", call_id: "call_1", status: "completed", ...more })

const opened = async (policy: string, decision: "approve" | "deny" = "deny", driver?: ComputerDriver["act"]) => {
  const acted: Array<unknown> = []
  const act: ComputerDriver["act"] = (actions, context) => {
    acted.push(actions)
    return driver?.(actions, context) ?? { screenshot }
  }
  return { acted, ...(await openGate({}, policy, { tools: computerTools({ act }), decision: { decision } })) }
}

describe("OpenAI's computer", () => {
  it("acts through the app's driver, and answers with a screenshot", async () => {
    const { handle, acted, asked } = await opened(allow)
    const { answer } = await handle(
      openAiComputer,
      call({ actions: [click, { type: "screenshot" }], pending_safety_checks: [] })
    )
    expect(answer).toEqual({ item: { output: { type: "computer_screenshot", image_url } } })
    await handle(openAiComputer, call({ action: click }))
    expect(acted).toEqual([[click, { type: "screenshot" }], [click]])
    expect(asked).toEqual([])
  })

  it("asks a person unless a rule allows it, and shows the actions", async () => {
    const { handle, acted, asked } = await opened("version: 1")
    const { answer } = await handle(openAiComputer, call({ actions: [click] }))
    expect(asked).toMatchObject([
      { toolName: "computer", sideEffects: "EXECUTE", risk: "HIGH", args: { actions: [click] } }
    ])
    expect(acted).toEqual([])
    expect(answer).toEqual({
      item: { output: { type: "computer_screenshot", image_url: expect.stringMatching(/^data:image\/png;base64,./) } },
      note: expect.stringContaining("denied")
    })
  })

  it("shows safety checks to a person under any rules, and acknowledges them only after an approval", async () => {
    for (const decision of ["deny", "approve"] as const) {
      const { handle, acted, asked } = await opened(allow, decision)
      const { answer } = await handle(openAiComputer, call({ actions: [click], pending_safety_checks: [check] }))
      expect(asked).toMatchObject([
        { toolName: "computer_with_checks", risk: "CRITICAL", args: { safety_checks: [check] } }
      ])
      expect(acted).toEqual(decision === "approve" ? [[click]] : [])
      if (decision === "approve") {
        const output = { type: "computer_screenshot", image_url }
        expect(answer).toEqual({ item: { output, acknowledged_safety_checks: [check] } })
      } else expect(answer).not.toHaveProperty("item.acknowledged_safety_checks")
    }
  })

  it("reports the actions that the driver could not perform", async () => {
    const { handle } = await opened(allow, "deny", () => ({ text: "The screen is locked." }))
    const { answer } = await handle(openAiComputer, call({ actions: [click] }))
    expect(answer).toMatchObject({ note: "The screen is locked." })
  })

  it("explains why the driver's answer is not a screenshot", async () => {
    const { handle } = await opened(allow, "deny", () => ({
      screenshot: { mediaType: "image/png", base64: "c2NyZWVu" }
    }))
    const { answer } = await handle(openAiComputer, call({ actions: [click] }))
    expect(answer).toMatchObject({
      item: { output: { type: "computer_screenshot", image_url: expect.stringContaining("iVBOR") } },
      note: "[An image, image/png, 6 bytes: its bytes are not a known image format.]"
    })
  })

  it.each([
    ["no actions", {}],
    ["actions that are no list", { actions: click }],
    ["an action that is none", { actions: ["click"] }],
    ["an action without a type", { actions: [{ x: 1 }] }],
    ["checks that are no list", { actions: [click], pending_safety_checks: check }],
    ["a check without an id", { actions: [click], pending_safety_checks: [{ message: "?" }] }],
    ["a check that is none", { actions: [click], pending_safety_checks: [null] }]
  ])("records a refused call for %s", async (_, more) => {
    const { handle, acted, asked } = await opened(allow, "approve")
    const { executions, answer } = await handle(openAiComputer, call(more))
    expect(executions).toMatchObject([{ executed: "no", error: { class: "validation_error" } }])
    expect(answer).toMatchObject({
      item: { output: { type: "computer_screenshot" } },
      note: expect.stringMatching(/./)
    })
    expect(answer).not.toHaveProperty("item.acknowledged_safety_checks")
    expect([acted, asked]).toEqual([[], []])
  })
})

describe("Anthropic's computer", () => {
  const computer = anthropicComputer()
  const use = (name: string, input: unknown) => ({
    type: "tool_use",
    id: "toolu_1",
    name,
    toolset_name: "computer",
    input
  })

  it("turns each member into an action, and answers with images and texts", async () => {
    const { handle, acted } = await opened(allow, "deny", () => ({ screenshot, text: "X=1,Y=2" }))
    const { answer } = await handle(computer, use("left_click", { coordinate: [1, 2], type: "key" }))
    expect(getAnswerText(answer)).toBe("X=1,Y=2\n[image]")
    await handle(computer, use("screenshot", {}))
    expect(acted).toEqual([[{ type: "left_click", coordinate: [1, 2] }], [{ type: "screenshot" }]])
  })

  it.each(["x", []])("records a refused call for the input %j", async (input) => {
    const { handle, acted } = await opened(allow, "approve")
    expect((await handle(computer, use("key", input))).executions).toMatchObject([{ executed: "no" }])
    expect(acted).toEqual([])
  })

  it("declares the members that the app switches off", () => {
    expect(anthropicComputer({ configs: { zoom: { enabled: false } } }).providerSpecs).toEqual({
      anthropic: { type: "computer_toolset_20260801", configs: { zoom: { enabled: false } } }
    })
  })
})

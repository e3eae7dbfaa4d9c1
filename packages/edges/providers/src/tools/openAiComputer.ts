import type { Json, JsonObject, ToolExecution } from "@toolgate/core"
import { convertMedia, openAiMedia } from "../convertMedia.ts"
import { blockText, modelText } from "../modelText.ts"
import { type AnswerPayload, defineProviderTool, type ProviderTool } from "../ProviderTool.ts"
import { noImage, toDataUrl } from "../round/toDataUrl.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"

/**
 * OpenAI's `computer`, run by the gate's tools `computer` and `computer_with_checks`, which an app creates from a
 * driver. A call with pending safety checks uses `computer_with_checks`: a person approves each such call and sees the
 * checks among the arguments; rules cannot approve it. The checks are acknowledged only if the call ran.
 *
 * ```ts
 * import { openAiComputer, specsFor } from "@toolgate/providers"
 * import { type ComputerDriver, computerTools } from "@toolgate/builtins"
 * import { createToolgate } from "toolgate"
 *
 * export const declare = async (driver: ComputerDriver) => {
 *   await using gate = await createToolgate({ workspace: ".", policy: "default", tools: computerTools(driver) })
 *   return specsFor("openai", gate.tools.list(), [openAiComputer])
 * }
 * ```
 */
export const openAiComputer: ProviderTool = defineProviderTool({
  name: "openai_computer",
  description: "Uses a computer by its screen, its mouse and its keyboard.",
  providerSpecs: { openai: { type: "computer" } },
  callTypes: [{ type: "computer_call" }],
  uses: ["computer", "computer_with_checks"],
  replaces: ["computer", "computer_with_checks"],
  handleCall: ({ item }) => {
    const checks = item.pending_safety_checks ?? []
    const actions = item.actions ?? (item.action === undefined ? undefined : [item.action])
    // An invalid list may hide a check, so the call is refused.
    if (!Array.isArray(checks))
      return createUnreadableCall("computer_with_checks", item, 'The "pending_safety_checks" must be a list.', refusal)
    if (!Array.isArray(actions))
      return createUnreadableCall("computer", item, 'The call has no list "actions".', refusal)
    if (checks.length === 0)
      return { calls: [{ tool: "computer", args: { actions } }], answer: ([one]) => answer(one, []) }
    return {
      calls: [{ tool: "computer_with_checks", args: { actions, safety_checks: checks } }],
      answer: ([one]) => answer(one, checks)
    }
  }
})

const answer = (execution: ToolExecution | undefined, checks: ReadonlyArray<Json>): AnswerPayload => {
  const acknowledged: JsonObject =
    checks.length > 0 && execution?.executed === "yes" ? { acknowledged_safety_checks: checks } : {}
  const screenshot = execution?.output.content.flatMap((block) => (block.type === "image" ? [block] : [])).at(-1)
  if (screenshot === undefined) return refusal(execution === undefined ? "" : modelText(execution), acknowledged)
  const shown = convertMedia(screenshot, openAiMedia)
  if (typeof shown === "string") return refusal(blockText(screenshot, shown), acknowledged)
  return { item: { output: { type: "computer_screenshot", image_url: toDataUrl(shown) }, ...acknowledged } }
}

// The item has a place for a screenshot but not for a text, so the text follows the item.
const refusal = (text: string, acknowledged: JsonObject = {}): AnswerPayload => ({
  item: { output: { type: "computer_screenshot", image_url: noImage }, ...acknowledged },
  note: text
})

import { defineProviderTool, type ProviderTool } from "../ProviderTool.ts"
import { toObject } from "../round/unknownJson.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"

/**
 * Anthropic's computer toolset, run by the gate's tool `computer`, which an app creates from a driver. Each member,
 * such as `left_click`, is an action of that type. Switch off members that the driver lacks in `configs`.
 *
 * ```ts
 * import { anthropicComputer, specsFor } from "@toolgate/providers"
 * import { type ComputerDriver, computerTools } from "@toolgate/builtins"
 * import { createToolgate } from "toolgate"
 *
 * export const declare = async (driver: ComputerDriver) => {
 *   await using gate = await createToolgate({ workspace: ".", policy: "default", tools: computerTools(driver) })
 *   const providerTools = [anthropicComputer({ configs: { zoom: { enabled: false } } })]
 *   return specsFor("anthropic", gate.tools.list(), providerTools)
 * }
 * ```
 */
export const anthropicComputer = ({ configs }: AnthropicComputerOptions = {}): ProviderTool =>
  defineProviderTool({
    name: "anthropic_computer",
    description: "Uses a computer by its screen, its mouse and its keyboard.",
    providerSpecs: {
      anthropic: { type: "computer_toolset_20260801", ...(configs === undefined ? {} : { configs: { ...configs } }) }
    },
    callTypes: [{ type: "tool_use", toolset: "computer" }],
    uses: ["computer"],
    replaces: ["computer", "computer_with_checks"],
    handleCall: ({ item, name }) => {
      const input = toObject(item.input ?? {})
      if (input === undefined || name === undefined)
        return createUnreadableCall("computer", item.input, "The call has no input.")
      return { calls: [{ tool: "computer", args: { actions: [{ ...input, type: name }] } }] }
    }
  })

/** The options of `anthropicComputer`. */
export interface AnthropicComputerOptions {
  /** Settings of members, in Anthropic's documented form. */
  readonly configs?: Readonly<Record<string, { readonly enabled: boolean }>>
}

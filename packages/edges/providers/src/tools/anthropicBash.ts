import type { AnswerPayload } from "../ProviderTool.ts"
import { defineProviderTool, type ProviderTool } from "../ProviderTool.ts"
import { toObject } from "../round/unknownJson.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"
import { renameMembers } from "./renameMembers.ts"

/**
 * Anthropic's `bash`, run by the gate's `shell`. Each command runs in a new shell, so folder and variables do not carry
 * over. `restart` therefore does nothing and says so.
 *
 * ```ts
 * import { anthropicBash, specsFor } from "@toolgate/providers"
 * import { createToolgate, shell } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [shell] })
 * console.log(specsFor("anthropic", gate.tools.list(), [anthropicBash]))
 * ```
 */
export const anthropicBash: ProviderTool = defineProviderTool({
  name: "anthropic_bash",
  description: "Runs shell commands.",
  providerSpecs: { anthropic: { type: "bash_20250124", name: "bash" } },
  callTypes: [{ type: "tool_use", name: "bash" }],
  uses: ["shell"],
  replaces: ["shell"],
  handleCall: ({ item }) => {
    const input = toObject(item.input)
    if (input === undefined) return createUnreadableCall("shell", item.input, "The call has no input.")
    if (input.restart === true) return createUnreadableCall("shell", item.input, "", () => nothingToRestart)
    return { calls: [{ tool: "shell", args: renameMembers(input, { command: "command" }) }] }
  }
})

const nothingToRestart: AnswerPayload = {
  content: [
    {
      type: "text",
      text: "There is nothing to restart: each command runs in a new shell, which starts in the workspace without the folder and variables of the last one."
    }
  ],
  isError: false
}

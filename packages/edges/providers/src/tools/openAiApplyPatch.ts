import { modelText } from "../modelText.ts"
import { defineProviderTool, type ProviderTool } from "../ProviderTool.ts"
import { toObject } from "../round/unknownJson.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"
import { renameMembers } from "./renameMembers.ts"

/**
 * OpenAI's `apply_patch`, run by the gate's tool with the same name. Each call is one operation on one file.
 *
 * ```ts
 * import { openAiApplyPatch, specsFor } from "@toolgate/providers"
 * import { applyPatch } from "@toolgate/builtins"
 * import { createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [applyPatch] })
 * console.log(specsFor("openai", gate.tools.list(), [openAiApplyPatch]))
 * ```
 */
export const openAiApplyPatch: ProviderTool = defineProviderTool({
  name: "openai_apply_patch",
  description: "Creates, changes and deletes files by diffs.",
  providerSpecs: { openai: { type: "apply_patch" } },
  callTypes: [{ type: "apply_patch_call" }],
  uses: ["apply_patch"],
  replaces: ["apply_patch"],
  handleCall: ({ item }) => {
    const operation = toObject(item.operation)
    if (operation === undefined) {
      return createUnreadableCall("apply_patch", item.operation, 'The call has no object "operation".', (output) => ({
        item: { status: "failed", output }
      }))
    }
    return {
      calls: [{ tool: "apply_patch", args: { operations: [renameMembers(operation, members)] } }],
      answer: ([execution]) => ({
        item: {
          status: execution?.success === true ? "completed" : "failed",
          output: execution === undefined ? "" : modelText(execution)
        }
      })
    }
  }
})

const members = { type: "type", path: "path", diff: "diff" }

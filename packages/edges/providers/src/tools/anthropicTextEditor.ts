import type { JsonObject, ToolExecution } from "@toolgate/core"
import { defineProviderTool, type HandledCall, type ProviderTool } from "../ProviderTool.ts"
import { toObject } from "../round/unknownJson.ts"
import { createEditorAnswer, isFolder, parseLineRange } from "./createEditorAnswer.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"
import { renameMembers } from "./renameMembers.ts"

/**
 * Anthropic's text editor. Viewing a file calls the gate's `read_file`, and viewing a folder `list_dir`: a folder's
 * path needs a slash at the end, and the answer says so if it is missing. `create` calls `write_file`, which replaces
 * an existing file and says so, `str_replace` calls `patch_file`, and `insert` calls `insert_text`.
 *
 * ```ts
 * import { anthropicTextEditor, specsFor } from "@toolgate/providers"
 * import { builtins, createToolgate } from "toolgate"
 * import { insertText } from "@toolgate/builtins"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [...builtins(), insertText] })
 * console.log(specsFor("anthropic", gate.tools.list(), [anthropicTextEditor]))
 * ```
 */
export const anthropicTextEditor: ProviderTool = defineProviderTool({
  name: "anthropic_text_editor",
  description: "Shows, creates and changes text files.",
  providerSpecs: { anthropic: { type: "text_editor_20250728", name: "str_replace_based_edit_tool" } },
  callTypes: [{ type: "tool_use", name: "str_replace_based_edit_tool" }],
  uses: ["read_file", "list_dir", "write_file", "patch_file", "insert_text"],
  replaces: ["write_file", "patch_file", "insert_text"],
  handleCall: ({ item }) => {
    const input = toObject(item.input)
    if (input === undefined) return createUnreadableCall("read_file", item.input, "The call has no input.")
    const { command } = input
    const handle = typeof command === "string" && Object.hasOwn(commands, command) ? commands[command] : undefined
    return handle?.(input) ?? createUnreadableCall("read_file", item.input, unknown)
  }
})

const view = (input: JsonObject): HandledCall => {
  const path = renameMembers(input, { path: "path" })
  if (isFolder(input.path)) return { calls: [{ tool: "list_dir", args: path }], answer }
  const range = parseLineRange(input.view_range)
  if (range === undefined) return createUnreadableCall("read_file", input, badRange)
  return { calls: [{ tool: "read_file", args: { ...path, ...range, line_numbers: true } }], answer: viewed }
}

const one =
  (tool: string, names: Readonly<Record<string, string>>) =>
  (input: JsonObject): HandledCall => ({
    calls: [{ tool, args: renameMembers(input, { path: "path", ...names }) }],
    answer
  })

const commands: Readonly<Record<string, (input: JsonObject) => HandledCall>> = {
  view,
  create: one("write_file", { file_text: "content" }),
  str_replace: one("patch_file", { old_str: "old_text", new_str: "new_text" }),
  insert: one("insert_text", { insert_line: "line", insert_text: "text" })
}

const answer = ([execution]: ReadonlyArray<ToolExecution>) => createEditorAnswer(execution)

const viewed = ([execution]: ReadonlyArray<ToolExecution>) => createEditorAnswer(execution, folderHint)

const unknown = "Unknown command. The commands are view, create, str_replace and insert."

const badRange = 'The "view_range" must be a list of two line numbers. The second may be -1 for the last line.'

const folderHint = "To list a directory, view it with a slash at its end."

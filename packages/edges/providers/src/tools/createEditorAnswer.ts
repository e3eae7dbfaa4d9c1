import type { ContentBlock, Json, JsonObject, ToolExecution } from "@toolgate/core"
import { modelBlocks } from "../modelText.ts"
import type { AnswerPayload } from "../ProviderTool.ts"

/** Returns an editor's answer: the model text, with the provider's names for arguments, and a hint on failure. */
export const createEditorAnswer = (execution: ToolExecution | undefined, hint?: string): AnswerPayload => {
  if (execution === undefined) return { content: [], isError: true }
  const blocks = modelBlocks(execution)
  if (execution.success) return { content: blocks }
  const hints: ReadonlyArray<ContentBlock> =
    hint !== undefined && execution.error?.class === "execution_error" ? [{ type: "text", text: hint }] : []
  return { content: [...blocks.map(inTheirWords), ...hints], isError: true }
}

/** Whether a path ends in a slash, as folders do here. */
export const isFolder = (path: Json | undefined): boolean => typeof path === "string" && /(^|\/)\.{0,2}$/.test(path)

/** Returns the arguments for a range of lines: empty without a range, and `undefined` for an invalid one. */
export const parseLineRange = (range: Json | undefined): JsonObject | undefined => {
  if (range === undefined || range === null) return {}
  if (!Array.isArray(range) || range.length !== 2) return undefined
  const [start, end] = range as ReadonlyArray<Json>
  return end === -1 ? { start_line: start as Json } : { start_line: start as Json, end_line: end as Json }
}

const inTheirWords = (block: ContentBlock): ContentBlock =>
  block.type === "text" ? { type: "text", text: block.text.replace(ours, (name) => theirs[name] ?? name) } : block

const theirs: Readonly<Record<string, string | undefined>> = {
  old_text: "old_str",
  new_text: "new_str",
  content: "file_text",
  line: "insert_line",
  text: "insert_text",
  start_line: "view_range[0]",
  end_line: "view_range[1]",
  from: "old_path",
  to: "new_path"
}

// Argument names appear in quotes, or after a slash in a JSON pointer.
const ours = new RegExp(`(?<=["/])(?:${Object.keys(theirs).join("|")})(?=["\\s])`, "g")

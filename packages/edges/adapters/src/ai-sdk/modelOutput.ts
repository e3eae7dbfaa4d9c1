import type { Tool } from "ai"
import type { ToolExecution } from "toolgate"
import { modelText } from "../modelText.ts"

/** The output of a tool as the AI SDK hands it to a model. */
export type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>

/** Returns an answer as the AI SDK hands it to a model: a text, a text with files, an error, or a denial with its reason. */
export const modelOutput = (execution: ToolExecution): ModelOutput => {
  const text = modelText(execution)
  if (!execution.success)
    return isDenial(execution) ? { type: "execution-denied", reason: text } : { type: "error-text", value: text }
  const files = execution.output.content.flatMap(fileOf)
  return files.length === 0
    ? { type: "text", value: text }
    : { type: "content", value: [{ type: "text", text }, ...files] }
}

const isDenial = ({ error }: ToolExecution): boolean =>
  error?.class === "permission_denied" || error?.class === "user_denied" || error?.class === "confirmation_timeout"

type Block = ToolExecution["output"]["content"][number]
type ContentPart = Extract<ModelOutput, { readonly type: "content" }>["value"][number]

const fileOf = (block: Block): ReadonlyArray<ContentPart> => {
  if ((block.type !== "image" && block.type !== "audio" && block.type !== "file") || block.base64 === undefined)
    return []
  const filename = block.type === "file" ? block.name : undefined
  return [
    {
      type: "file",
      mediaType: block.mediaType,
      data: { type: "data", data: block.base64 },
      ...(filename === undefined ? {} : { filename })
    }
  ]
}

import type { ContentBlock, JsonObject } from "@toolgate/core"
import { convertMedia, openAiMedia, type ShownMedia } from "../convertMedia.ts"
import { blockText } from "../modelText.ts"
import type { ItemAnswer } from "../round/answerItems.ts"
import { noImage, toDataUrl } from "../round/toDataUrl.ts"
import type { ResponsesAnswer, ResponsesContent } from "./responsesWire.ts"

/** Writes an answer as an item of the Responses API. */
export const writeResponsesAnswer = (answer: ItemAnswer, acknowledged: ReadonlySet<string>): ResponsesAnswer => {
  const { item, payload, isError, executions } = answer
  if (item.type === "mcp_approval_request") {
    const text = textOf(answer)
    // A refusal needs a reason, an approval does not.
    return {
      type: "mcp_approval_response",
      approval_request_id: item.id,
      approve: !isError && executions.length === 1,
      ...(isError && text !== "" ? { reason: text } : {})
    }
  }
  const checks = item.safetyChecks.filter(({ id }) => acknowledged.has(id))
  const made = {
    ...(payload ?? ownAnswer(answer)),
    ...(checks.length === 0 ? {} : { acknowledged_safety_checks: checks.map((check) => ({ ...check })) }),
    ...item.echo,
    type: `${item.type}_output`,
    ...(item.type === "local_shell_call" ? { id: item.id } : { call_id: item.id })
  }
  return made as unknown as ResponsesAnswer
}

/** Returns the members of an answer that no provider tool has written. */
const ownAnswer = (answer: ItemAnswer): object => {
  const { type } = answer.item
  if (type === "function_call" || type === "custom_tool_call") return { output: outputOf(answer) }
  const text = textOf(answer)
  if (type === "shell_call")
    return {
      output: [{ stdout: answer.isError ? "" : text, stderr: answer.isError ? text : "", outcome: exit(answer) }]
    }
  if (type === "apply_patch_call") return { status: answer.isError ? "failed" : "completed", output: text }
  if (type === "tool_search_call") return { execution: "client", status: "completed", tools: [] }
  if (type !== "computer_call") return { output: text }
  const image = answer.blocks.flatMap((block) => (block.type === "image" ? [shownOf(block)] : []))[0]
  return { output: { type: "computer_screenshot", image_url: typeof image === "object" ? toDataUrl(image) : noImage } }
}

const exit = ({ isError }: ItemAnswer): JsonObject => ({ type: "exit", exit_code: isError ? 1 : 0 })

const textOf = ({ blocks }: ItemAnswer): string => blocks.map((block) => blockText(block)).join("\n")

/** Returns a text if there is nothing else, or else a list of parts. */
const outputOf = (answer: ItemAnswer): string | Array<ResponsesContent> => {
  const parts = answer.blocks.map(part)
  const texts = parts.flatMap((one) => (one.type === "input_text" ? [one.text] : []))
  return texts.length === parts.length ? texts.join("\n") : parts
}

const part = (block: ContentBlock): ResponsesContent => {
  const shown = shownOf(block)
  if (typeof shown !== "object") return { type: "input_text", text: blockText(block, shown) }
  if (shown.mediaType !== "application/pdf") return { type: "input_image", image_url: toDataUrl(shown), detail: "auto" }
  const name = block.type === "file" ? block.name : undefined
  return { type: "input_file", filename: name ?? "file.pdf", file_data: toDataUrl(shown) }
}

/** Returns the media of an image or document, or why it cannot be shown; `undefined` for any other block. */
const shownOf = (block: ContentBlock): ShownMedia | string | undefined =>
  block.type === "image" || (block.type === "file" && block.base64 !== undefined)
    ? convertMedia(block, openAiMedia)
    : undefined

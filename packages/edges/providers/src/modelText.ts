import { type ContentBlock, type Json, makeWellFormed, type ToolExecution } from "@toolgate/core"

/**
 * Returns the blocks of an execution for a model: the tool's output, the error, and a notice if the outcome is unknown.
 * A structured result appears only if there is no other output.
 *
 * ```ts
 * import { modelBlocks } from "@toolgate/providers"
 * import type { ToolExecution } from "toolgate"
 *
 * export const imagesOf = (execution: ToolExecution) => modelBlocks(execution).filter(({ type }) => type === "image")
 * ```
 */
export const modelBlocks = ({ output, error, executed }: ToolExecution): ReadonlyArray<ContentBlock> => {
  const { content, value } = output
  const said = content.length > 0 || value === undefined ? content : [textBlock(asText(value))]
  // A failing tool's output usually contains the error's words already.
  const repeats = error !== undefined && said.some((block) => block.type === "text" && block.text === error.message)
  return makeWellFormed([
    ...said,
    ...(error === undefined || repeats ? [] : [textBlock(error.message)]),
    ...violations(error),
    ...(executed === "unknown" ? [unknownOutcome] : [])
  ])
}

/**
 * Returns an execution as one text for a model: its `modelBlocks`, with a sentence instead of each block that is not
 * text. All formats and adapters use it, so that models read the same words everywhere.
 *
 * ```ts
 * import { modelText } from "@toolgate/providers"
 * import type { Session, ToolCall } from "toolgate"
 *
 * export const answer = async (session: Session, call: ToolCall) => modelText(await session.dispatch(call))
 * ```
 */
export const modelText = (execution: ToolExecution): string =>
  modelBlocks(execution)
    .map((block) => blockText(block))
    .join("\n")

/** Returns the text of a block, or a sentence that describes it and why it is not shown. */
export const blockText = (block: ContentBlock, why = "it cannot be shown here"): string => {
  if (block.type === "text" || (block.type === "file" && block.text !== undefined)) return block.text
  if (block.type === "link") return `[A link: ${[block.title, block.uri].filter(Boolean).join(", ")}]`
  const { type, mediaType, base64 } = block as { type: string; mediaType?: string; base64?: string }
  const name = "name" in block && block.name !== undefined ? ` ${JSON.stringify(block.name)}` : ""
  const size = base64 === undefined ? "" : `, ${Math.floor((base64.replace(/=+$/, "").length * 3) / 4)} bytes`
  return `[${kinds[type] ?? `A block of the type ${JSON.stringify(type)}`}${name}${mediaType === undefined ? "" : `, ${mediaType}`}${size}: ${why}.]`
}

const kinds: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  image: "An image",
  audio: "Audio",
  file: "A file"
}

/** Returns the validation errors of the arguments, which the error's message omits. */
const violations = (error: ToolExecution["error"]): ReadonlyArray<ContentBlock> => {
  const errors = error?.details.validationErrors
  return Array.isArray(errors) && errors.length > 0 ? [textBlock(errors.map((each) => `- ${each}`).join("\n"))] : []
}

const textBlock = (text: string): ContentBlock => ({ type: "text", text })

const unknownOutcome = textBlock("[It is unknown whether the call took effect. Check before repeating it.]")

// A gate's results are JSON. Those of an app's own sandbox may not be.
const asText = (value: Json): string => {
  try {
    return typeof value === "string" ? value : JSON.stringify(makeWellFormed(value))
  } catch {
    return "[The result cannot be written as JSON.]"
  }
}

import { type ContentBlock, type Json, makeWellFormed, type ToolExecution } from "@toolgate/core"

/**
 * Returns what a model reads of an execution, as blocks: the tool's output, then what went wrong, and a notice if the outcome is
 * unknown. A structured result stands for itself only if the tool said nothing else.
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
  // A tool that fails says so in its output, and the error repeats its words.
  const repeats = error !== undefined && said.some((block) => block.type === "text" && block.text === error.message)
  return makeWellFormed([
    ...said,
    ...(error === undefined || repeats ? [] : [textBlock(error.message)]),
    ...violations(error),
    ...(executed === "unknown" ? [unknownOutcome] : [])
  ])
}

/**
 * Returns what a model reads of an execution, as one text: its `modelBlocks`, with a sentence in the place of each block that is no
 * text. Formats and adapters take the text from here, so that a model reads the same words everywhere.
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

/** Returns the text of a block, or a sentence in its place: what it was, and why it is not there. */
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

/** Returns the errors that the gate found in the arguments, beside its message. */
const violations = (error: ToolExecution["error"]): ReadonlyArray<ContentBlock> => {
  const errors = error?.details.validationErrors
  return Array.isArray(errors) && errors.length > 0 ? [textBlock(errors.map((each) => `- ${each}`).join("\n"))] : []
}

const textBlock = (text: string): ContentBlock => ({ type: "text", text })

const unknownOutcome = textBlock("[Whether the call took effect is not known. Look before making it again.]")

// A gate answers with JSON. A sandbox of the app's own may not.
const asText = (value: Json): string => {
  try {
    return typeof value === "string" ? value : JSON.stringify(makeWellFormed(value))
  } catch {
    return "[The result cannot be written as JSON.]"
  }
}

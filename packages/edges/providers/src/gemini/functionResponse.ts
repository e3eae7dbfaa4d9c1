import type { ContentBlock } from "@toolgate/core"
import { blockText } from "../modelText.ts"
import type { ItemAnswer } from "../round/answerItems.ts"
import type { GeminiFunctionResponse } from "./geminiWire.ts"

/** Writes an answer as a response of the Gemini API: the structured result if the tool said nothing else, or the text. */
export const functionResponse = (answer: ItemAnswer): GeminiFunctionResponse => {
  const { item, payload, blocks, isError, executions } = answer
  const [execution] = executions
  const output = execution?.output
  const isValue =
    item.handled === undefined &&
    !isError &&
    output?.value !== undefined &&
    output.content.length === 0 &&
    execution?.executed !== "unknown"
  const parts = isError ? [] : blocks.flatMap(partOf)
  const said = blocks
    .filter((block) => isError || partOf(block).length === 0)
    .map(blockText)
    .join("\n")
  return {
    ...(item.hasId ? { id: item.id } : {}),
    name: item.wire,
    ...(payload === undefined
      ? {
          response: isError ? { error: said } : { output: isValue ? output.value : said },
          ...(parts.length === 0 ? {} : { parts })
        }
      : (payload as unknown as { response: { [key: string]: unknown } }))
  }
}

type Part = NonNullable<GeminiFunctionResponse["parts"]>[number]

const partOf = (block: ContentBlock): ReadonlyArray<Part> =>
  "base64" in block && block.base64 !== undefined && kinds.has(block.mediaType)
    ? [{ inlineData: { mimeType: block.mediaType, data: block.base64 } }]
    : []

/** The kinds of media that the provider takes in the answer of a function. */
const kinds = new Set(["image/png", "image/jpeg", "image/webp", "application/pdf"])

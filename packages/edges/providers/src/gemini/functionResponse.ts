import type { ContentBlock } from "@toolgate/core"
import { blockText } from "../modelText.ts"
import type { ItemAnswer } from "../round/answerItems.ts"
import { geminiMedia, type ShownMedia, shownMedia } from "../shownMedia.ts"
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
  const shown = blocks.map((block) => (isError ? undefined : shownOf(block)))
  const parts = shown.flatMap((one) =>
    typeof one === "object" ? [{ inlineData: { mimeType: one.mediaType, data: one.base64 } }] : []
  )
  const said = blocks
    .flatMap((block, at) => {
      const why = shown[at]
      return typeof why === "object" ? [] : [blockText(block, why)]
    })
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

/** Returns an image or document as it is shown, why it is not, or `undefined` for any other block. */
const shownOf = (block: ContentBlock): ShownMedia | string | undefined =>
  "base64" in block && block.base64 !== undefined && block.type !== "audio" ? shownMedia(block, geminiMedia) : undefined

import { type ContentBlock, copyJson, isToolOutput, type Refused, refused, type ToolOutput } from "@toolgate/core"
import { cutText } from "./cutText.ts"

/**
 * What a tool returned, as an output: a string is text, any other JSON value a structured result, `undefined` nothing.
 *
 * Text over the limit is cut, and says so. A structured result over it is refused, because half of one is not JSON.
 */
export const toOutput = (tool: string, returned: unknown, outputBytes: number): ToolOutput | Refused => {
  if (typeof returned === "string")
    return { ...nothing, content: [cutBlock({ type: "text", text: returned }, outputBytes)] }
  if (returned === undefined) return nothing
  if (isToolOutput(returned)) {
    const content = returned.content.map((block) => cutBlock(block, outputBytes))
    const copied = copyJson({ ...returned, content }, { size: outputBytes + smallPrint, depth })
    return "json" in copied ? (copied.json as unknown as ToolOutput) : unfit(tool, copied, outputBytes)
  }
  const copied = copyJson(returned, { size: outputBytes, depth })
  return "json" in copied ? { ...nothing, value: copied.json } : unfit(tool, copied, outputBytes)
}

const nothing: ToolOutput = Object.freeze({ content: [], success: true, metadata: {} })

const depth = 128

/** What the parts of an output beside its text may hold, when its text has used up the limit. */
const smallPrint = 64 * 1024

const cutBlock = (block: ContentBlock, outputBytes: number): ContentBlock =>
  block.type === "text" && typeof block.text === "string" ? { ...block, text: cutText(block.text, outputBytes) } : block

const unfit = (
  tool: string,
  why: { readonly pointer: string; readonly reason: string; readonly tooLarge: boolean },
  outputBytes: number
): Refused => {
  if (why.tooLarge)
    return refused("LimitExceeded", `Tool "${tool}" returned more than its limit of ${outputBytes} bytes.`, {
      limit: "outputBytes"
    })
  const where = why.pointer === "" ? "a result" : `a result whose value at "${why.pointer}"`
  return refused("ToolFailed", `Tool "${tool}" returned ${where} that JSON cannot carry: it ${why.reason}.`)
}

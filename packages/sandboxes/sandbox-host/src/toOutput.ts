import { type ContentBlock, isToolOutput, type Json, type Refused, refused, type ToolOutput } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import { blockFault } from "./blockFault.ts"
import { cutText } from "./cutText.ts"

/**
 * Turns what a tool returned into an output: a string becomes text, any other JSON value a structured result, and
 * `undefined` an empty output.
 *
 * Text over the limit is cut, with a statement of how much was left out. A structured result over the limit is refused,
 * because half of one is not JSON, and so are blocks of any other kind. Their size is measured in characters, which are
 * never more than their bytes.
 */
export const toOutput = (tool: string, returned: unknown, outputBytes: number): ToolOutput | Refused => {
  if (typeof returned === "string")
    return { content: [{ type: "text", text: cutText(returned, outputBytes) }], success: true, metadata: none }
  if (returned === undefined) return nothing
  if (isToolOutput(returned)) {
    const content = returned.content.map((block) => cutBlock(block, outputBytes))
    const copied = copyJson({ ...returned, content }, budget(outputBytes + smallPrint))
    return copied instanceof NotJson ? unfit(tool, copied, outputBytes) : checked(tool, copied as unknown as ToolOutput)
  }
  const copied = copyJson(returned, budget(outputBytes))
  return copied instanceof NotJson
    ? unfit(tool, copied, outputBytes)
    : { content: [], value: copied, success: true, metadata: none }
}

const none = Object.freeze({})

const nothing: ToolOutput = Object.freeze({ content: [], success: true, metadata: none })

const budget = (characters: number) => ({ depth: 128, nodes: 1_000_000, characters })

/** The number of characters that the rest of an output may hold when its text has used up the limit. */
const smallPrint = 64 * 1024

const cutBlock = (block: ContentBlock, outputBytes: number): ContentBlock =>
  block.type === "text" && typeof block.text === "string" ? { ...block, text: cutText(block.text, outputBytes) } : block

/** Returns the output if each block of it is whole: a model's provider refuses a conversation that holds any other. */
const checked = (tool: string, output: ToolOutput): ToolOutput | Refused => {
  for (const [index, block] of output.content.entries()) {
    const fault = blockFault(block as unknown as Json)
    if (fault !== undefined)
      return refused("ToolFailed", `Tool "${tool}" returned a block, "/content/${index}", that ${fault}.`)
  }
  return output
}

const unfit = (tool: string, { pointer, reason, tooLarge }: NotJson, outputBytes: number): Refused => {
  if (tooLarge)
    return refused(
      "LimitExceeded",
      `Tool "${tool}" returned a result that ${reason}; its limit is ${outputBytes} bytes.`,
      {
        limit: "outputBytes"
      }
    )
  const where = pointer === "" ? "a result" : `a result whose value at "${pointer}"`
  return refused("ToolFailed", `Tool "${tool}" returned ${where} that JSON cannot carry: it ${reason}.`)
}

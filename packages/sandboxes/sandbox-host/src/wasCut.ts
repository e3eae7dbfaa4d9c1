import { isToolOutput, type ToolOutput } from "@toolgate/core"

/** Whether some text that a tool returned is missing from its output. */
export const wasCut = (returned: unknown, { content }: ToolOutput): boolean =>
  typeof returned === "string"
    ? textOf(content[0]) !== returned
    : isToolOutput(returned) && returned.content.some((block, at) => textOf(block) !== textOf(content[at]))

const textOf = (block: ToolOutput["content"][number] | undefined): string | undefined =>
  block?.type === "text" ? block.text : undefined

import type { ToolExecution } from "toolgate"

/** Returns the text that a model reads of an answer. */
export const modelText = ({ output, error }: ToolExecution): string =>
  [
    ...output.content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
    ...(output.content.length === 0 && output.value !== undefined
      ? [typeof output.value === "string" ? output.value : JSON.stringify(output.value)]
      : []),
    ...(error === undefined || output.content.some((block) => block.type === "text" && block.text === error.message)
      ? []
      : [error.message])
  ].join("\n")

import { type ContentBlock, ToolMessage } from "@langchain/core/messages"
import { type ToolExecution, ToolExecutionError, toolOutput } from "toolgate"
import { asJson } from "../asJson.ts"

type Output = ToolExecution["output"]

/** Returns the output of a tool of LangChain as the output of a tool of a gate. */
export const toolOutputOf = (output: unknown): Output => {
  if (isCommand(output))
    throw new ToolExecutionError({ message: "The tool answered with a command to a graph, which no call can carry." })
  if (!ToolMessage.isInstance(output)) return ofValue(output)
  const { content, contentBlocks, status, text } = output
  if (status === "error") throw new ToolExecutionError({ message: text === "" ? "The tool failed." : text })
  return typeof content === "string"
    ? toolOutput({ text: content })
    : toolOutput({ content: contentBlocks.map(blockOf) })
}

const ofValue = (output: unknown): Output => {
  const value = asJson(output)
  return typeof value === "string" ? toolOutput({ text: value }) : toolOutput({ value })
}

const isCommand = (output: unknown): boolean =>
  typeof output === "object" && output !== null && "lg_name" in output && output.lg_name === "Command"

const blockOf = (block: ContentBlock.Standard): Output["content"][number] => {
  if (block.type === "text") return { type: "text", text: block.text }
  if (block.type !== "image" && block.type !== "audio" && block.type !== "file")
    return { type: "text", text: `[A block of the type "${block.type}" is left out.]` }
  const { type, mimeType: mediaType = "application/octet-stream", data, url } = block
  if (data !== undefined)
    return { type, mediaType, base64: typeof data === "string" ? data : Buffer.from(data).toString("base64") }
  return url === undefined
    ? { type: "text", text: `[A file of the type "${mediaType}" is left out.]` }
    : { type: "link", uri: url, mediaType }
}

import { type ToolExecution, ToolExecutionError, toolOutput } from "toolgate"
import { toJson } from "../toJson.ts"
import type { ModelOutput } from "./toModelOutput.ts"

type Output = ToolExecution["output"]

/** Converts the output of an AI SDK tool. `said` is the result of its `toModelOutput`, if it has that function. */
export const toToolOutput = (output: unknown, said: ModelOutput | undefined): Output => {
  const value = toJson(output)
  if (said === undefined) return typeof value === "string" ? toolOutput({ text: value }) : toolOutput({ value })
  if (said.type === "error-text") throw new ToolExecutionError({ message: said.value })
  if (said.type === "error-json") throw new ToolExecutionError({ message: JSON.stringify(said.value) })
  if (said.type === "execution-denied")
    throw new ToolExecutionError({ message: said.reason ?? "The tool denied the call." })
  const structured = typeof value === "string" ? {} : { value }
  if (said.type === "text") return toolOutput({ text: said.value, ...structured })
  if (said.type === "json") return toolOutput({ value: toJson(said.value) })
  return toolOutput({ content: said.value.map(blockOf), ...structured })
}

type Part = Extract<ModelOutput, { readonly type: "content" }>["value"][number]

const blockOf = (part: Part): Output["content"][number] => {
  if (part.type === "text") return { type: "text", text: part.text }
  if (part.type !== "file") return { type: "text", text: `[A part of the type "${part.type}" is left out.]` }
  const { data, mediaType, filename } = part
  const name = filename === undefined ? {} : { name: filename }
  if (data.type === "url") return { type: "link", uri: String(data.url), mediaType }
  if (data.type === "text") return { type: "file", mediaType, text: data.text, ...name }
  if (data.type !== "data") return { type: "text", text: `[A file of the type "${mediaType}" is left out.]` }
  const base64 = typeof data.data === "string" ? data.data : Buffer.from(data.data as Uint8Array).toString("base64")
  return mediaType.startsWith("image/")
    ? { type: "image", mediaType, base64 }
    : { type: "file", mediaType, base64, ...name }
}

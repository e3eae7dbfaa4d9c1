import type { Json, ToolExecution } from "@toolgate/core"
import type { AnswerPayload } from "../ProviderTool.ts"
import { objectOf } from "../round/unknownJson.ts"
import { editorAnswer } from "./editorAnswer.ts"

/** Returns the answer to viewing a file: its lines with their numbers in six places, as Anthropic documents it. */
export const memoryFile = (path: string, execution: ToolExecution | undefined): AnswerPayload => {
  const answer = editorAnswer(execution, "To list a directory, view it with a slash at its end.")
  if (execution?.success !== true || !("content" in answer)) return answer
  const [file, ...notes] = answer.content
  const isText = file?.type === "text" && Number(objectOf(execution.output.value)?.end_line) > 0
  const lines = isText ? file.text.replace(/(?<=^|\n)\d+\t/g, (number) => number.padStart(7)) : ""
  const text = `Here's the content of ${path} with line numbers:\n${lines}`
  return { content: [{ type: "text", text }, ...(isText ? notes : answer.content)] }
}

/** Returns the answer to viewing a folder: its entries with their sizes and paths. */
export const memoryFolder = (path: string, execution: ToolExecution | undefined): AnswerPayload => {
  const answer = editorAnswer(execution)
  const value = objectOf(execution?.output.value)
  if (execution?.success !== true || !Array.isArray(value?.entries)) return answer
  const folder = path.replace(/\/$/, "")
  const lines = value.entries.map((entry: Json) => line(folder, objectOf(entry)))
  const cut = value.cut === true ? [`[${lines.length} of ${value.total} entries.]`] : []
  const text = [`Here're the files and directories in ${folder}:`, ...lines, ...cut].join("\n")
  return { content: [{ type: "text", text }] }
}

const line = (folder: string, entry: ReturnType<typeof objectOf>) => {
  const path = `${folder}/${entry?.name}${entry?.kind === "directory" ? "/" : ""}`
  // A name may hold a line break, which would pass for another entry.
  return `${sizeOf(entry?.size)}\t${/[\p{C}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path) : path}`
}

const sizeOf = (bytes: Json | undefined) => {
  if (typeof bytes !== "number") return "-"
  const unit = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2
  const size = bytes / 1024 ** unit
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${"BKM"[unit]}`
}

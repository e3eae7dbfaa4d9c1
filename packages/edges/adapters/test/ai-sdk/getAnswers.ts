import type { MockLanguageModelV4 } from "ai/test"
import type { AnswerForModel } from "../contract/Framework.ts"

type Prompt = MockLanguageModelV4["doStreamCalls"][number]["prompt"]
type ToolPart = Extract<Prompt[number], { role: "tool" }>["content"][number]
type Output = Extract<ToolPart, { type: "tool-result" }>["output"]

/** Returns the answers to calls in a prompt, as an AI SDK provider receives them. */
export const getAnswers = (prompt: Prompt = []): ReadonlyArray<AnswerForModel> =>
  prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? toldOf(part.toolCallId, part.output) : []))
      : []
  )

const toldOf = (id: string, output: Output): AnswerForModel => {
  if (output.type === "execution-denied") return { id, as: "denial", text: output.reason ?? "", files: [] }
  if (output.type === "content")
    return {
      id,
      as: "result",
      text: output.value.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n"),
      files: output.value.flatMap((part) => (part.type === "file" ? part.mediaType : []))
    }
  const text = typeof output.value === "string" ? output.value : JSON.stringify(output.value)
  return { id, as: output.type.startsWith("error") ? "error" : "result", text, files: [] }
}

import type { ContentBlock, ToolExecution, ToolOutput } from "toolgate"
import { jsonText } from "./terminalText.ts"

/**
 * What a call brought, as a person reads it. The text of a tool comes exactly as the tool gave it, so that it can be
 * redirected into a file; only on a terminal does it always end its line.
 */
export const outputText = (output: ToolOutput, onTerminal: boolean): string => {
  if (output.content.length > 0) {
    const text = output.content.map(blockText).reduce(onNewLine)
    return onTerminal ? ended(text) : text
  }
  if (output.value !== undefined) return ended(typeof output.value === "string" ? output.value : jsonText(output.value))
  return onTerminal ? "(no output)\n" : ""
}

/** Why a call did not succeed, in a line, and what to do about it, in a second one where there is something to do. */
export const failureText = ({ error, executed, output, toolName }: ToolExecution): string => {
  const message = error?.message ?? `Tool ${JSON.stringify(toolName)} reports that it did not succeed.`
  const advice = error === undefined ? undefined : adviceOf(error.why, error.class, toolName)
  const touched = error !== undefined && executed !== "no" ? whatStays(executed, output) : undefined
  return [`toolgate: ${indented(message)}`, ...[touched, advice].filter((line) => line !== undefined)]
    .map((line) => `${line}\n`)
    .join("")
}

/** A warning where the output of a command is not all that there may be. */
export const incompleteText = ({ output }: ToolExecution): string =>
  output.metadata.outputIncomplete === true
    ? "toolgate: Something that the command left behind still holds its output; what that prints is not shown.\n"
    : ""

const blockText = (block: ContentBlock): string => {
  if (block.type === "text") return block.text
  const bytes = Buffer.byteLength(block.base64, "base64")
  return `[An image, ${block.mediaType}, ${bytes} bytes; --json has it.]`
}

const onNewLine = (before: string, block: string) => `${ended(before)}${block}`

const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)

// So that no line of a message that a tool wrote passes for a line of ours.
const indented = (message: string) => message.replaceAll("\n", "\n  ")

const adviceOf = (
  why: NonNullable<ToolExecution["error"]>["why"],
  errorClass: string,
  toolName: string
): string | undefined => {
  if (why === "ToolNotFound") return 'To see the tools there are: "toolgate tools".'
  if (errorClass === "validation_error") return `To see the arguments it takes: "toolgate tools ${toolName}".`
  return undefined
}

const whatStays = (executed: "yes" | "unknown", output: ToolOutput): string | undefined => {
  if (executed === "unknown") return "Whether it took effect is not known: look before you call it again."
  return output.content.length > 0 || output.value !== undefined
    ? "It had begun; what it had to say by then stands above."
    : "It had begun; what it did until then stays."
}

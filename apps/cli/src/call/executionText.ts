import { type ContentBlock, describeBlock, type PendingApproval, type ToolOutput, textOf } from "@toolgate/core"
import type { Tool, ToolExecution } from "toolgate"
import { formatValue } from "../text/escapeForTerminal.ts"
import { formatCallExamples } from "./formatCallExamples.ts"

/**
 * Returns the output of a call for a person. A tool's text is unchanged, so that it can be redirected into a file. On a terminal, it always
 * ends with a line break.
 */
export const formatOutput = (output: ToolOutput, onTerminal: boolean): string => {
  const { said } = partsOf(output)
  if (said.length > 0) {
    const text = said.map(blockText).reduce(onNewLine)
    return onTerminal ? ended(text) : text
  }
  if (output.value !== undefined)
    return ended(typeof output.value === "string" ? output.value : formatValue(output.value))
  return onTerminal ? "(no output)\n" : ""
}

/** Returns a line with the reason for a failure, followed by advice that repeats the words of the command. */
export const formatFailure = (
  { error, executed, output, toolName, arguments: args }: ToolExecution,
  tool?: Pick<Tool, "name" | "parameters" | "resources" | "sideEffects" | "escalates">,
  words: CommandText = noWords
): string => {
  // The tool's message is not repeated if the output already contains it.
  const isSaid = partsOf(output).said.some((block) => block.type === "text" && block.text === error?.message)
  const reported = `Tool ${JSON.stringify(toolName)} reports that it did not succeed.`
  const message = error === undefined || isSaid ? reported : error.message
  const advice = error === undefined ? undefined : adviceOf(error, toolName, words, tool?.escalates)
  const touched = error !== undefined && executed !== "no" ? whatStays(executed, output, tool) : undefined
  const isUnread = error?.class === "validation_error" && args === undefined
  const example = isUnread && tool !== undefined ? formatCallExamples(tool) : undefined
  return [`toolgate: ${indented(message)}`, ...[touched, advice, example].filter((line) => line !== undefined)]
    .map((line) => `${line}\n`)
    .join("")
}

/** Words of the command that made a call, as a person would type them. Each flag begins with a space. */
interface CommandText {
  /** The flags that name where tools come from. */
  readonly flags: string
  /** The flags of the store. */
  readonly store: string
  /** The command that explains the policy's decision on this call. */
  readonly explain?: string | undefined
}

const noWords: CommandText = { flags: "", store: "" }

/** Returns notices about a call in addition to its output and its failure. */
export const formatNotices = ({ output, error }: ToolExecution): string => {
  const { added } = partsOf(output)
  const isSaid = added === undefined || error?.message.includes(added) === true
  return [
    output.metadata.outputIncomplete === true ? incomplete : "",
    isSaid ? "" : `toolgate: ${indented(added)}\n`,
    temporaryText(output)
  ].join("")
}

/**
 * Mentions files that a command left in its session's temporary folder, which is deleted after this run. Files in a home folder are not
 * mentioned.
 */
const temporaryText = ({ commandExecuted, metadata }: ToolOutput): string => {
  const all = commandExecuted !== undefined && Array.isArray(metadata.temporary) ? metadata.temporary : []
  const left = all.filter((path) => typeof path === "string" && !path.startsWith("/tmp/home/."))
  if (left.length === 0) return ""
  const names = left.slice(0, mostNamed).map((path) => JSON.stringify(path))
  const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : ""
  return `toolgate: ${names.join(", ")}${more} ended with this call's session; keep files in the workspace instead.\n`
}

const mostNamed = 5

const incomplete =
  "toolgate: A process that the command left behind still has its output open; what it prints is not shown.\n"

/** Separates a tool's own output from the sandbox's notes for a model, about protected paths or lost changes. */
const partsOf = ({ content, commandExecuted, metadata }: ToolOutput) => {
  const count = [metadata.protected, metadata.removed].filter((one) => one !== undefined).length
  const last = content.slice(content.length - count).flatMap((block) => (block.type === "text" ? [block.text] : []))
  return commandExecuted !== undefined && count > 0 && last.length === count
    ? { said: content.slice(0, -count), added: last.join(" ") }
    : { said: content, added: undefined }
}

const blockText = (block: ContentBlock): string => {
  if (block.type === "text") return block.text
  const text = textOf(block)
  if (text !== undefined) return `[${describeBlock(block)}]\n${text}`
  return `[${describeBlock(block)}${block.type === "link" ? "" : "; use --json to get it."}]`
}

const onNewLine = (before: string, block: string) => `${ended(before)}${block}`

const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)

// Indented so that a tool's message cannot imitate a line of this program.
const indented = (message: string) => message.replaceAll("\n", "\n  ")

const adviceOf = (
  { why, class: errorClass, message, pending }: NonNullable<ToolExecution["error"]>,
  toolName: string,
  { flags, store, explain }: CommandText,
  escalates: boolean | undefined
): string | undefined => {
  if (why === "ToolNotFound") return notFoundAdvice(toolName, flags)
  if (errorClass === "validation_error") return `For its arguments, run "toolgate tools show ${toolName}${flags}".`
  if (pending !== undefined) return formatPendingAdvice(pending, flags, store)
  if (why === "PolicyDenied" && message.includes("this gate cannot ask one"))
    return escalates === true || explain === undefined
      ? `${toBeAsked} ${toDefer}`
      : `${toBeAsked} ${toDefer}\nTo see what would allow the call, run: ${explain}`
  if (why === "FileDenied" && message.endsWith("leads out of the workspace.")) return toReachIt
  return undefined
}

/** Returns how to decide and run a deferred call. */
export const formatPendingAdvice = ({ approvalId }: PendingApproval, flags: string, store: string): string =>
  `To see the request, run "toolgate approvals show ${approvalId}${store}". Then use approve or deny instead of show to decide, and resume${flags} to run the call.`

const toBeAsked = "To be asked, run the command at a terminal."
const toReachIt =
  "To work in another folder, name it with --workspace. The tools Read and Write of --host-tools take any path."
const toDefer = "To let someone else decide, add --defer."

/** Returns advice about an unknown tool. If the name is a file's, the person probably wants to run the file. */
const notFoundAdvice = (name: string, flags: string) =>
  /^[\w.-]+\.(?:wasm|[jt]s|m[jt]s)$/.test(name)
    ? `To run the file: toolgate call ./${name}`
    : `To see all tools, run "toolgate tools${flags}".${flags === "" ? ' To call one of a catalogue, name the file with "--catalogue".' : ""}`

const whatStays = (
  executed: "yes" | "unknown",
  output: ToolOutput,
  tool: Pick<Tool, "sideEffects"> | undefined
): string | undefined => {
  const isShown = partsOf(output).said.length > 0 || output.value !== undefined
  // A call that only reads leaves nothing to check.
  if (!isShown && (tool?.sideEffects === "NONE" || tool?.sideEffects === "READ")) return undefined
  if (executed === "unknown") return "It is unknown whether the call took effect. Check before you repeat it."
  return isShown
    ? "The call had begun; its output until then is above."
    : "The call had begun; what it did until then is not undone."
}

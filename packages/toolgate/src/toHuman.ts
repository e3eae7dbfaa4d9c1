import { type ContentBlock, describeBlock, quoted, textOf } from "@toolgate/core"
import type { ToolEnvelope } from "@toolgate/wire"
import { toMachine } from "./toMachine.ts"

/**
 * Formats an envelope for a person: the output of a successful call, or the reason of a failure with the output until then. Control
 * characters and direction marks are escaped as in JSON, so that the text cannot control the terminal.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { toEnvelope, toHuman } from "toolgate/results"
 *
 * const parameters = { type: "object" } as const
 * const execute = () => "red: \u001b[31m"
 * const read = defineTool({ name: "read", description: "Reads.", parameters, sideEffects: "READ", execute })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [read] })
 *
 * const answer = await gate.dispatch({ id: "1", tool: "read", args: {} })
 * assert.equal(toHuman(toEnvelope(answer)), "red: \\u001b[31m")
 * ```
 */
export const toHuman = (envelope: ToolEnvelope): string => {
  const { ok, output, metadata } = toMachine(envelope)
  const said = outputText(output, metadata.content)
  const notes = [
    ...(metadata.replayed === true ? ["This answer is from an earlier call with the same idempotency key."] : []),
    ...(ok ? [] : [becomeText(metadata)]),
    ...(metadata.executed === "unknown"
      ? ["It is unknown whether the call took effect. Check before repeating it."]
      : [])
  ]
  if (ok) return visible([...notes, said === "" ? "(no output)" : said].join("\n"))
  return visible([...notes, ...(said === "" || said === metadata.error?.message ? [] : [until, said])].join("\n"))
}

const until = "Output until then:"

const becomeText = ({ tool_name, executed, error, approval }: ToolEnvelope["metadata"]): string => {
  const tool = `Tool ${quoted(tool_name)}`
  const message = error === undefined ? "" : ` ${indented([error.message, ...violations(error.details)].join("\n"))}`
  if (approval !== undefined)
    return `${tool} was not run. It waits for approval ${quoted(approval.id)}, ${timeText(approval.expires_at)}.${message}`
  const failed = executed === "no" ? "was not run" : "failed"
  return `${tool} ${failed}${error === undefined ? "." : ` (${error.class}):${message}`}`
}

/** Returns a line for each argument error that a tool reported. */
const violations = ({ validationErrors }: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Array.isArray(validationErrors) ? validationErrors.map((each) => `- ${each}`) : []

const timeText = (at: number): string =>
  Math.abs(at) <= lastDay ? `until ${new Date(at).toISOString()}` : "without an end"

/** The latest time a `Date` can hold. */
const lastDay = 8.64e15

const outputText = (output: unknown, content: ReadonlyArray<ContentBlock> | undefined): string => {
  if (content !== undefined) return content.map(blockText).join("\n")
  if (output === null) return ""
  return typeof output === "string" ? output : JSON.stringify(output, null, 2)
}

const blockText = (block: ContentBlock): string => {
  if (block.type === "text") return block.text
  const text = textOf(block)
  return `[${describeBlock(block)}]${text === undefined ? "" : `\n${text}`}`
}

// Indented so that a message cannot imitate a line of this text.
const indented = (message: string) => message.replaceAll("\n", "\n  ")

const visible = (text: string): string => text.replaceAll(obeyed, escaped)

// A carriage return before a line feed is part of a line end. A lone one would let the following text overwrite the line.
const obeyed = /\r(?!\n)|(?![\n\t\r])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

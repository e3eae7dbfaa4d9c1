import type { Json, JsonObject } from "./json/Json.ts"

/** The output of a tool. */
export interface ToolOutput {
  /** Blocks for the model, in order. Empty if `value` is the whole output. */
  readonly content: ReadonlyArray<ContentBlock>
  /** The structured result, if there is one. */
  readonly value?: Json
  /** False if the tool ran and reports a failure. */
  readonly success: boolean
  /** Details for programs, not shown to the model. */
  readonly metadata: JsonObject
  /** The changed paths, as named by the tool. */
  readonly filesModified?: ReadonlyArray<string>
  /** The command that the tool ran, for people. */
  readonly commandExecuted?: string
}

/**
 * Part of an output for the model. Bytes are in Base64. A file has its contents as `text` or `base64`. A link refers to
 * something that is not included.
 */
export type ContentBlock =
  | {
      /** A text. */
      readonly type: "text"
      /** The text that the model reads. */
      readonly text: string
    }
  | {
      /** A picture or a sound. */
      readonly type: "image" | "audio"
      /** The media type, such as "image/png". */
      readonly mediaType: string
      /** The bytes in Base64. */
      readonly base64: string
    }
  | (FileBlock & {
      /** The contents of a text file. */
      readonly text: string
      readonly base64?: undefined
    })
  | (FileBlock & {
      /** The bytes of the file in Base64. */
      readonly base64: string
      readonly text?: undefined
    })
  | {
      /** A link to something that is not included. */
      readonly type: "link"
      /** The address. */
      readonly uri: string
      /** The media type of what is there, if it is known. */
      readonly mediaType?: string
      /** The title for people. */
      readonly title?: string
    }

interface FileBlock {
  /** A file. */
  readonly type: "file"
  /** The media type, such as "text/csv". */
  readonly mediaType: string
  /** The address of the file. */
  readonly uri?: string
  /** The file name for people. */
  readonly name?: string
}

/**
 * Returns the text of a text block or text file, or `undefined` for any other block.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { textOf, toolOutput } from "@toolgate/core"
 *
 * const { content } = toolOutput({
 *   content: [
 *     { type: "file", mediaType: "text/plain", text: "milk", name: "todo.txt" },
 *     { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" }
 *   ]
 * })
 * assert.deepEqual(content.map(textOf), ["milk", undefined])
 * ```
 */
export const textOf = (block: ContentBlock): string | undefined =>
  block.type === "text" || block.type === "file" ? block.text : undefined

const isOutput = Symbol.for("@toolgate/core/ToolOutput")

/**
 * Creates an output that is more than a string or a JSON value. `text` is short for one text block.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, toolOutput } from "toolgate"
 *
 * // The tool ran and reports a failure.
 * const build = defineTool({
 *   name: "build",
 *   description: "Builds the site.",
 *   parameters: { type: "object" },
 *   sideEffects: "EXECUTE",
 *   execute: () => toolOutput({ text: "2 pages are broken.", value: { broken: 2 }, success: false })
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [build] })
 * const { success, executed, output } = await gate.dispatch({ id: "1", tool: "build", args: {} })
 * assert.deepEqual([success, executed, output.value], [false, "yes", { broken: 2 }])
 * ```
 */
export const toolOutput = (said: Partial<ToolOutput> & { readonly text?: string }): ToolOutput => {
  const { text, ...given } = said
  const content = given.content ?? (text === undefined ? [] : [{ type: "text" as const, text }])
  return Object.defineProperty({ success: true, metadata: {}, ...given, content }, isOutput, { value: true })
}

/**
 * Whether a value was created by `toolOutput`. A value with the same members does not count.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isToolOutput, toolOutput } from "@toolgate/core"
 *
 * const output = toolOutput({ text: "done" })
 * assert.equal(isToolOutput(output), true)
 * // A copy is an ordinary value, even with the same members.
 * assert.equal(isToolOutput({ ...output }), false)
 * ```
 */
export const isToolOutput = (value: unknown): value is ToolOutput =>
  typeof value === "object" && value !== null && isOutput in value

import type { Json, JsonObject } from "./Json.ts"

/** What a tool has to say to the model. */
export interface ToolOutput {
  /** Blocks for the model, in order. Empty where `value` says it all. */
  readonly content: ReadonlyArray<ContentBlock>
  /** The structured result, if there is one. */
  readonly value?: Json
  /** False: the tool ran and reports a failure that it handled itself. */
  readonly success: boolean
  /** Particulars for programs, which the model does not see. */
  readonly metadata: JsonObject
  /** Paths that the call changed, as the tool names them. */
  readonly filesModified?: ReadonlyArray<string>
  readonly commandExecuted?: string
}

export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly base64: string }

const isOutput = Symbol.for("@toolgate/core/ToolOutput")

/** The result of a tool that has more to say than a string or a JSON value. `text` is short for one text block. */
export const toolOutput = (said: Partial<ToolOutput> & { readonly text?: string }): ToolOutput => {
  const { text, ...given } = said
  const content = given.content ?? (text === undefined ? [] : [{ type: "text" as const, text }])
  return Object.defineProperty({ success: true, metadata: {}, ...given, content }, isOutput, { value: true })
}

/** True for what `toolOutput` made, and for nothing that merely looks like it. */
export const isToolOutput = (value: unknown): value is ToolOutput =>
  typeof value === "object" && value !== null && isOutput in value

import type { JsonObject } from "./json/Json.ts"

/**
 * A form that a tool asks its caller to fill in, the address of a page on which the caller has to do something, such as to log in, or
 * a prompt that the caller's model is to answer.
 *
 * ```ts
 * import type { ToolForm } from "@toolgate/core"
 *
 * export const whichBranch: ToolForm = {
 *   message: "Which branch should be released?",
 *   schema: {
 *     type: "object",
 *     properties: { branch: { type: "string", enum: ["main", "next"] }, isDraft: { type: "boolean", default: false } },
 *     required: ["branch"]
 *   }
 * }
 * ```
 */
export type ToolForm = {
  readonly message: string
  /** The tool's own name for the question, by which a program may know it again. */
  readonly name?: string
} & (
  | { readonly schema: FormSchema; readonly url?: undefined; readonly prompt?: undefined }
  | { readonly url: string; readonly schema?: undefined; readonly prompt?: undefined }
  | { readonly prompt: ModelPrompt; readonly schema?: undefined; readonly url?: undefined }
)

/** A prompt for the model of a caller, as MCP's sampling has it. The texts are the tool's, for the model, and are not escaped. */
export interface ModelPrompt {
  readonly messages: ReadonlyArray<PromptMessage>
  readonly maxTokens: number
  readonly systemPrompt?: string
  readonly temperature?: number
  readonly stopSequences?: ReadonlyArray<string>
}

/** A message of a prompt, or the answer to one. */
export interface PromptMessage {
  readonly role: "user" | "assistant"
  readonly content: ReadonlyArray<PromptBlock>
}

/** A piece of a message. Bytes are in Base64. */
export type PromptBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly mediaType: string; readonly base64: string }

/** The JSON Schema of an answer: a flat object, as MCP's elicitation has it. */
export interface FormSchema {
  readonly type: "object"
  readonly properties: Readonly<Record<string, FormField>>
  readonly required?: ReadonlyArray<string>
}

/** A field of a form. A text may be one of a list (`enum`, or `oneOf` with titles), and an array holds texts of a list. */
export type FormField = FieldTexts &
  (
    | {
        readonly type: "string"
        readonly default?: string
        readonly minLength?: number
        readonly maxLength?: number
        readonly format?: "email" | "uri" | "date" | "date-time"
        readonly enum?: ReadonlyArray<string>
        /** The titles of the texts of `enum`. */
        readonly enumNames?: ReadonlyArray<string>
        readonly oneOf?: ReadonlyArray<FormChoice>
      }
    | {
        readonly type: "number" | "integer"
        readonly default?: number
        readonly minimum?: number
        readonly maximum?: number
      }
    | { readonly type: "boolean"; readonly default?: boolean }
    | {
        readonly type: "array"
        readonly items:
          | { readonly type: "string"; readonly enum: ReadonlyArray<string> }
          | { readonly anyOf: ReadonlyArray<FormChoice> }
        readonly default?: ReadonlyArray<string>
        readonly minItems?: number
        readonly maxItems?: number
      }
  )

interface FieldTexts {
  readonly title?: string
  readonly description?: string
}

interface FormChoice {
  readonly const: string
  readonly title: string
}

/**
 * The answer to a form. `accept`: the content matches the form's schema; after a page was opened, it is empty; the answer of a model is
 * a `PromptMessage` with the name of the `model`, and perhaps a `stopReason`. `decline`: the caller said no, or nobody could be asked,
 * as the reason says. `cancel`: the question ended before anybody answered.
 */
export type FormAnswer =
  | { readonly action: "accept"; readonly content: JsonObject }
  | { readonly action: "decline"; readonly reason?: string }
  | { readonly action: "cancel" }

/**
 * A form as the gate hands it to whoever can ask the caller. Its message names the tool, and none of its texts holds a character that
 * is hidden, or begins a line.
 */
export type AskedForm = ToolForm & {
  /** The id of the call that asks, which may be a child of the call that was made. */
  readonly callId: string
  readonly toolName: string
  /** The time at which the question ends, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * A function that asks a caller for input. What it returns is checked against the form. If it throws or rejects, the form counts as
 * cancelled. `signal` is aborted when the question is over, however it ended.
 */
export type AskForm = (form: AskedForm, signal: AbortSignal) => FormAnswer | PromiseLike<FormAnswer>

/** A form that was asked: what kind of form it was, how it ended, and how long the answer took. */
export interface FormEnd {
  readonly kind: "form" | "url" | "prompt"
  readonly action: FormAnswer["action"]
  /** The time that the answer took, in milliseconds. */
  readonly waitedMs: number
}

/** The declaration of a tool of ours in a request of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: "object"; [key: string]: unknown }
  strict?: true
  defer_loading?: true
  allowed_callers?: Array<AnthropicCaller>
}

/** A caller of a tool: the model itself, or programs that it runs at the provider. */
export type AnthropicCaller =
  | "direct"
  | "code_execution_20250825"
  | "code_execution_20260120"
  | "code_execution_20260521"

/** A response of the Messages API, as far as it is read. */
export interface AnthropicResponse {
  readonly id?: string
  readonly content: ReadonlyArray<{ readonly type: string }>
}

/** The answers to all calls of a turn: one message, because the next one has to answer all of them. */
export interface AnthropicAnswer {
  role: "user"
  content: Array<AnthropicResult>
}

/** The answer to a call. */
export interface AnthropicResult {
  type: "tool_result"
  tool_use_id: string
  content: Array<AnthropicContent>
  is_error?: true
  toolset_name?: string
}

/** A part of an answer. */
export type AnthropicContent =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: AnthropicImage; data: string } }
  | { type: "document"; title?: string; source: { type: "base64"; media_type: "application/pdf"; data: string } }

/** The kinds of images that the provider takes. */
export type AnthropicImage = "image/jpeg" | "image/png" | "image/gif" | "image/webp"

/** An event of a streamed response, as far as it is read. */
export interface AnthropicEvent {
  readonly type: string
}

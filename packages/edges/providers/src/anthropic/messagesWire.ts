/** A function declaration for Anthropic's Messages API. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: "object"; [key: string]: unknown }
  strict?: true
  defer_loading?: true
  allowed_callers?: Array<AnthropicCaller>
}

/** A caller of a tool: the model, or a program that the model runs at the provider. */
export type AnthropicCaller =
  | "direct"
  | "code_execution_20250825"
  | "code_execution_20260120"
  | "code_execution_20260521"

/** The fields of a Messages API response that are read. */
export interface AnthropicResponse {
  readonly id?: string
  readonly content: ReadonlyArray<{ readonly type: string }>
}

/** The answers to all calls of a turn, in the one message that must follow. */
export interface AnthropicAnswer {
  role: "user"
  content: Array<AnthropicResult>
}

export interface AnthropicResult {
  type: "tool_result"
  tool_use_id: string
  content: Array<AnthropicContent>
  is_error?: true
  toolset_name?: string
}

export type AnthropicContent =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: AnthropicImage; data: string } }
  | { type: "document"; title?: string; source: { type: "base64"; media_type: "application/pdf"; data: string } }

/** The image types that the provider accepts. */
export type AnthropicImage = "image/jpeg" | "image/png" | "image/gif" | "image/webp"

/** The fields of a streamed event that are read. */
export interface AnthropicEvent {
  readonly type: string
}

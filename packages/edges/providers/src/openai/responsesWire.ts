/** The declaration of a function in a request of OpenAI's Responses API. */
export interface ResponsesFunction {
  type: "function"
  name: string
  description: string
  parameters: { [key: string]: unknown }
  strict: boolean
  output_schema?: { [key: string]: unknown }
  allowed_callers?: Array<"direct" | "programmatic">
  defer_loading?: boolean
}

/** A response of the Responses API, as far as it is read. */
export interface ResponsesResponse {
  readonly id?: string
  readonly output: ReadonlyArray<{ readonly type: string }>
}

/** An item of a request that answers a call. What provider tools answer with is in their own words. */
export type ResponsesAnswer = ResponsesFunctionOutput | ResponsesCustomOutput | ResponsesApproval | ResponsesNote

/** An answer to a call of a function: a text, or parts. */
export interface ResponsesFunctionOutput {
  type: "function_call_output"
  call_id: string
  output: string | Array<ResponsesContent>
  caller?: ResponsesCaller
  namespace?: string
}

/** The caller of a tool: the model itself, or a program of its own that runs at the provider. */
export type ResponsesCaller = { type: "direct" } | { type: "program"; caller_id: string }

/** A part of an answer. */
export type ResponsesContent =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; filename: string; file_data: string }

/** An answer to a call of a custom tool. */
export interface ResponsesCustomOutput extends Omit<ResponsesFunctionOutput, "type" | "namespace"> {
  type: "custom_tool_call_output"
}

/** The answer to the question whether a server of MCP, which OpenAI calls, may be called. */
export interface ResponsesApproval {
  type: "mcp_approval_response"
  approval_request_id: string
  approve: boolean
  reason?: string
}

/** A text about an answer that has no place for one, such as the reason why there is no screenshot. It comes after all answers. */
export interface ResponsesNote {
  type: "message"
  role: "user"
  content: Array<{ type: "input_text"; text: string }>
}

/** An event of a streamed response, as far as it is read. */
export interface ResponsesEvent {
  readonly type: string
}

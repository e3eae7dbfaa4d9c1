/** A function declaration for OpenAI's Responses API. */
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

/** The fields of a Responses API response that are read. */
export interface ResponsesResponse {
  readonly id?: string
  readonly output: ReadonlyArray<{ readonly type: string }>
}

/** An item of a request that answers a call. Answers of provider tools have the provider's form. */
export type ResponsesAnswer = ResponsesFunctionOutput | ResponsesCustomOutput | ResponsesApproval | ResponsesNote

export interface ResponsesFunctionOutput {
  type: "function_call_output"
  call_id: string
  output: string | Array<ResponsesContent>
  caller?: ResponsesCaller
  namespace?: string
}

/** A caller of a tool: the model, or a program that the model runs at the provider. */
export type ResponsesCaller = { type: "direct" } | { type: "program"; caller_id: string }

export type ResponsesContent =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; filename: string; file_data: string }

export interface ResponsesCustomOutput extends Omit<ResponsesFunctionOutput, "type" | "namespace"> {
  type: "custom_tool_call_output"
}

/** The answer to the question whether OpenAI may call an MCP server. */
export interface ResponsesApproval {
  type: "mcp_approval_response"
  approval_request_id: string
  approve: boolean
  reason?: string
}

/** A text that does not fit into an answer, such as why there is no screenshot. It follows all answers. */
export interface ResponsesNote {
  type: "message"
  role: "user"
  content: Array<{ type: "input_text"; text: string }>
}

/** The fields of a streamed event that are read. */
export interface ResponsesEvent {
  readonly type: string
}

/** A function declaration for OpenAI's Chat Completions API. */
export interface ChatFunction {
  type: "function"
  function: { name: string; description: string; parameters: { [key: string]: unknown }; strict: boolean }
}

/** The fields of a Chat Completions response that are read: its first choice. */
export interface ChatResponse {
  readonly id?: string
  readonly choices: ReadonlyArray<{ readonly message: object }>
}

/** An answer to a call. Tool messages accept text only. */
export interface ChatAnswer {
  role: "tool"
  tool_call_id: string
  content: string
}

/** The fields of a streamed chunk that are read. */
export interface ChatChunk {
  readonly id?: string
  readonly choices: ReadonlyArray<object>
}

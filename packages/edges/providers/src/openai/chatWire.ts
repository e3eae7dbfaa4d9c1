/** The declaration of a function in a request of OpenAI's Chat Completions API. */
export interface ChatFunction {
  type: "function"
  function: { name: string; description: string; parameters: { [key: string]: unknown }; strict: boolean }
}

/** A response of the Chat Completions API, as far as it is read: its first choice. */
export interface ChatResponse {
  readonly id?: string
  readonly choices: ReadonlyArray<{ readonly message: object }>
}

/** An answer to a call. A message of the role takes nothing but text. */
export interface ChatAnswer {
  role: "tool"
  tool_call_id: string
  content: string
}

/** A chunk of a streamed response, as far as it is read. */
export interface ChatChunk {
  readonly id?: string
  readonly choices: ReadonlyArray<object>
}

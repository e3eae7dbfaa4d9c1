/** The declaration of functions in a request of the Gemini API: one entry of `tools` for all of them. */
export interface GeminiTool {
  functionDeclarations: Array<GeminiFunction>
}

/** The declaration of a function. */
export interface GeminiFunction {
  name: string
  description: string
  parametersJsonSchema: object
  responseJsonSchema?: object
}

/** A response of the Gemini API, as far as it is read: its first candidate. */
export interface GeminiResponse {
  readonly responseId?: string
  readonly candidates?: ReadonlyArray<GeminiCandidate>
}

/** A candidate of a response. */
export interface GeminiCandidate {
  readonly content?: object
}

/** The answers to all calls of a turn, in the order of the calls. */
export interface GeminiAnswer {
  role: "user"
  parts: Array<{ functionResponse: GeminiFunctionResponse }>
}

/** The answer to a call. */
export interface GeminiFunctionResponse {
  id?: string
  name: string
  response: { [key: string]: unknown }
  parts?: Array<{ inlineData: { mimeType: string; data: string } }>
}

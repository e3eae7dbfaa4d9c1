/** The function declarations for the Gemini API: one entry of `tools`. */
export interface GeminiTool {
  functionDeclarations: Array<GeminiFunction>
}

/** The declaration of one function. */
export interface GeminiFunction {
  name: string
  description: string
  parametersJsonSchema: object
  responseJsonSchema?: object
}

/** The fields of a Gemini response that are read: its first candidate. */
export interface GeminiResponse {
  readonly responseId?: string
  readonly candidates?: ReadonlyArray<GeminiCandidate>
}

export interface GeminiCandidate {
  readonly content?: object
}

/** The answers to all calls of a turn, in the order of the calls. */
export interface GeminiAnswer {
  role: "user"
  parts: Array<{ functionResponse: GeminiFunctionResponse }>
}

export interface GeminiFunctionResponse {
  id?: string
  name: string
  response: { [key: string]: unknown }
  parts?: Array<{ inlineData: { mimeType: string; data: string } }>
}

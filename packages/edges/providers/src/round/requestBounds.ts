import type { RequestBounds } from "./declareTools.ts"

/**
 * OpenAI: "A max of 128 functions are supported" in the API reference of `tools`. The description has no bound there; the API refused
 * more than 1,024 characters with the whole request ("string too long. Expected a string with maximum length 1024").
 */
export const openAiBounds: RequestBounds = { tools: 128, description: 1_024 }

/** Anthropic documents no bound for tools in a request or for their descriptions. */
export const anthropicBounds: RequestBounds = { tools: Number.POSITIVE_INFINITY, description: Number.POSITIVE_INFINITY }

/** Gemini: "At most 512 function declarations can be specified", in the words of its API. It has no bound for descriptions. */
export const geminiBounds: RequestBounds = { tools: 512, description: Number.POSITIVE_INFINITY }

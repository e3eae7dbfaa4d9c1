import type { RequestBounds } from "./declareTools.ts"

/**
 * OpenAI: "A max of 128 functions are supported" in the API reference of `tools`. The reference states no limit for
 * descriptions, but the API rejects requests with more than 1,024 characters ("string too long. Expected a string with
 * maximum length 1024").
 */
export const openAiBounds: RequestBounds = { tools: 128, description: 1_024 }

/** Anthropic documents no limit for the number of tools or their descriptions. */
export const anthropicBounds: RequestBounds = { tools: Number.POSITIVE_INFINITY, description: Number.POSITIVE_INFINITY }

/**
 * Gemini: "At most 512 function declarations can be specified", according to an error of its API. Descriptions have no
 * limit.
 */
export const geminiBounds: RequestBounds = { tools: 512, description: Number.POSITIVE_INFINITY }

import type { Json, JsonObject } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** The limits on a prompt and on a model's answer. Images count with their Base64. */
export const promptBounds = { depth: 8, nodes: 10_000, characters: 4 * 1024 * 1024 }

/**
 * Returns the problem of a prompt as a sentence, or `undefined`. Unknown members are problems: the gate does not forward
 * them to a model.
 */
export const findPromptFault = (given: Json): string | undefined => {
  if (!isObject(given)) return '"prompt" must be an object.'
  const { messages, maxTokens, systemPrompt, temperature, stopSequences, ...others } = given
  if (Object.keys(others).length > 0) return '"prompt" has an unknown member.'
  if (!Array.isArray(messages) || messages.length === 0) return 'a prompt needs its "messages".'
  for (const message of messages) {
    const fault = isObject(message) ? messageFault(message) : "is not an object"
    if (fault !== undefined) return `a message of the prompt ${fault}.`
  }
  if (!Number.isSafeInteger(maxTokens) || Number(maxTokens) < 1) return '"maxTokens" must be a whole number above 0.'
  if (!isOptional(systemPrompt, "string")) return '"systemPrompt" must be a string.'
  if (!isOptional(temperature, "number")) return '"temperature" must be a number.'
  return stopSequences === undefined ||
    (Array.isArray(stopSequences) && stopSequences.every((text) => typeof text === "string"))
    ? undefined
    : '"stopSequences" must be a list of strings.'
}

/** Returns the problem of a model's answer as a clause, or `undefined`. */
export const findAnswerFault = (given: JsonObject): string | undefined => {
  const { model, stopReason, ...message } = given
  const fault = messageFault(message)
  if (fault !== undefined) return `it ${fault}`
  if (typeof model !== "string") return 'its "model" is not a string'
  return isOptional(stopReason, "string") ? undefined : 'its "stopReason" is not a string'
}

const messageFault = ({ role, content, ...others }: JsonObject): string | undefined => {
  if (role !== "user" && role !== "assistant") return 'has an unknown "role"'
  if (Object.keys(others).length > 0) return "has an unknown member"
  if (!Array.isArray(content) || content.length === 0) return "has no content"
  return content.every(isBlock) ? undefined : "has content that is neither text nor an image nor audio"
}

const isBlock = (block: Json): boolean => {
  if (!isObject(block)) return false
  const { type, text, mediaType, base64 } = block
  const members = Object.keys(block).length
  if (type === "text") return typeof text === "string" && text.isWellFormed() && members === 2
  return (
    (type === "image" || type === "audio") &&
    typeof mediaType === "string" &&
    mediaType.startsWith(`${type}/`) &&
    /^[\w.+/-]{1,128}$/.test(mediaType) &&
    typeof base64 === "string" &&
    base64.length % 4 === 0 &&
    /^[A-Za-z0-9+/]*={0,2}$/.test(base64) &&
    members === 3
  )
}

const isOptional = (given: Json | undefined, type: "string" | "number"): boolean =>
  given === undefined || typeof given === type

const isObject = (given: unknown): given is JsonObject => Predicate.isObject(given) && !Array.isArray(given)

import { escapeUnprintable, type FormAnswer, findFieldFault, type JsonObject, type ToolForm } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import * as Predicate from "effect/Predicate"
import { findAnswerFault, promptBounds } from "./readPrompt.ts"

const bounds = { depth: 4, nodes: 2_000, characters: 256 * 1024 }

/** Reads an answer once. An answer that does not match its form becomes a decline with the reason. Never throws. */
export const readAnswer = (given: unknown, form: ToolForm): FormAnswer => {
  const answer = copyJson(given, { ...(form.prompt === undefined ? bounds : promptBounds) })
  if (answer instanceof NotJson || !isObject(answer)) return unread
  const { action, content = {}, reason } = answer
  if (action === "cancel") return { action }
  if (action === "decline")
    return typeof reason === "string" ? { action, reason: reason.slice(0, longestReason) } : { action }
  if (action !== "accept" || !isObject(content)) return unread
  const fault = contentFault(content, form)
  return fault === undefined
    ? { action, content }
    : { action: "decline", reason: `The answer does not match the form: ${fault}.` }
}

const longestReason = 1_000

const unread: FormAnswer = { action: "decline", reason: "The answer to the form could not be read." }

const contentFault = (content: JsonObject, { schema, prompt }: ToolForm): string | undefined => {
  if (prompt !== undefined) return findAnswerFault(content)
  const { properties = {}, required = [] } = schema ?? {}
  const missing = required.find((name) => !Object.hasOwn(content, name))
  if (missing !== undefined) return `"${missing}" is missing`
  for (const [name, value] of Object.entries(content)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (field === undefined) return `"${escapeUnprintable(name.slice(0, 64))}" is not a field of the form`
    const fault = findFieldFault(field, value)
    if (fault !== undefined) return `"${name}" ${fault}`
  }
  return undefined
}

const isObject = (given: unknown): given is JsonObject => Predicate.isObject(given) && !Array.isArray(given)

import { type Args, type Json, quoted, ToolValidationError } from "@toolgate/core"
import type { TemplatePart } from "./parseTextTemplate.ts"

/** Returns an argument, or `undefined` if it is absent or null. */
export const getArgument = (args: Args, name: string): Json | undefined =>
  Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined

/**
 * Converts an argument to text. Lists and objects are refused, because they have no unique notation. `place` names the position, as the end
 * of a sentence.
 */
export const formatArgument = (name: string, value: Json, place: string): string => {
  if (typeof value === "object") throw refuseArgument(name, `is a list or an object, which cannot be put into ${place}`)
  const text = String(value)
  if (!text.isWellFormed())
    throw refuseArgument(name, "contains half a character (a lone surrogate), which cannot be sent")
  return text
}

/** Fills a template. `undefined` if an argument is absent. */
export const fillText = (
  parts: ReadonlyArray<TemplatePart>,
  args: Args,
  place: string,
  as: (text: string, name: string) => string
): string | undefined => {
  let whole = ""
  for (const part of parts) {
    if (typeof part === "string") whole += part
    else {
      const value = getArgument(args, part.name)
      if (value === undefined) return undefined
      whole += as(formatArgument(part.name, value, place), part.name)
    }
  }
  return whole
}

/** Refuses an argument that cannot be sent. Nothing was sent. */
export const refuseArgument = (name: string, why: string): ToolValidationError => {
  const message = `The argument ${quoted(name)} ${why}.`
  return new ToolValidationError({ message, validationErrors: [message], executed: "no" })
}

import { type ToolOutput, toolOutput } from "@toolgate/core"
import { addNotes } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { removeControls } from "../removeControls.ts"
import type { Inline } from "./inline.ts"

/** The schema of a JSON value as result, truncated if it is large. */
export const inlineResult = Type.Object(
  {
    value: Type.Unknown(),
    cut: Type.Optional(Type.Boolean()),
    total: Type.Optional(Type.Integer({ description: "If cut, the items of the list, or the characters of the text." }))
  },
  { additionalProperties: false }
)

/** Returns the output for a value. `more` explains how to get the rest. */
export const inlineOutput = ({ value, total, texts = [] }: Inline, more: string): ToolOutput => {
  const changed = texts.length > 0 ? [asTexts(texts)] : []
  if (total === undefined)
    return changed.length > 0 ? addNotes({ value }, ...changed) : toolOutput({ value: { value } })
  const isList = Array.isArray(value)
  const kept = isList || typeof value === "string" ? value.length : 0
  const note = `Cut: these are the first ${kept} of ${total} ${isList ? "items" : "characters"}. ${more}`
  return addNotes({ value, cut: true, total }, note, ...changed)
}

const asTexts = (pointers: ReadonlyArray<string>): string => {
  const shown = pointers.slice(0, 5).map((pointer) => JSON.stringify(removeControls(shortened(pointer))))
  const rest = pointers.length - shown.length
  const places = rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ")
  return `Numbers that would lose digits are returned as strings: ${places}.`
}

const shortened = (pointer: string): string => (pointer.length > 128 ? `${pointer.slice(0, 128)}…` : pointer)

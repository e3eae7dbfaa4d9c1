import { type ToolOutput, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { noted } from "../../bounded.ts"
import type { Inline } from "./inline.ts"

/** The schema of a result that is one JSON value, of which the beginning is returned if it is large. */
export const inlineResult = Type.Object(
  {
    value: Type.Unknown(),
    cut: Type.Optional(Type.Boolean()),
    total: Type.Optional(Type.Integer({ description: "If cut, the items of the list, or the characters of the text." }))
  },
  { additionalProperties: false }
)

/** Returns the output of a tool for such a value. `more` says how to get the rest. */
export const inlineOutput = ({ value, total }: Inline, more: string): ToolOutput => {
  if (total === undefined) return toolOutput({ value: { value } })
  const isList = Array.isArray(value)
  const kept = isList || typeof value === "string" ? value.length : 0
  const note = `Cut: these are the first ${kept} of ${total} ${isList ? "items" : "characters"}. ${more}`
  return noted({ value, cut: true, total }, note)
}

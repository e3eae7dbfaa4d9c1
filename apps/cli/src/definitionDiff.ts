import type { JsonObject, Pin, ToolDefinition } from "@toolgate/core"
import { changedMembers } from "@toolgate/registry"
import { escapedNote, holdsEscape, textDiff } from "./textDiff.ts"

/** Returns the members in which a definition differs from the pinned one, each with its differences, for a person to read. */
export const definitionDiff = (definition: ToolDefinition, pin: Pin): string => {
  const before: JsonObject = JSON.parse(pin.definition)
  let isEscaped = false
  const members = changedMembers(definition, pin).map((member) => {
    const diff = textDiff(textOf(before[member]), textOf(definition[member as keyof ToolDefinition]))
    const lines = diff?.pieces.map(({ text }) => text).join("")
    isEscaped ||= diff?.isEscaped === true || holdsEscape.test(lines ?? "")
    return `${member}\n${lines ?? "  There are too many differences to show.\n"}`
  })
  return `${members.join("\n")}${isEscaped ? `\n${escapedNote}` : ""}`
}

const textOf = (value: unknown): string => {
  if (value === undefined) return ""
  return `${typeof value === "string" ? value : JSON.stringify(value, null, 2)}\n`
}

import type { Json, JsonObject, Pin, ToolDefinition } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import { maskToolPair } from "@toolgate/redaction"
import { listChangedMembers } from "@toolgate/registry"
import { escapedNote, formatDiff, holdsEscape } from "../text/formatDiff.ts"

/**
 * Returns the members in which a definition differs from the pinned one, each with its differences, for a person to read.
 * Says where a secret has changed, and does not show it.
 */
export const formatDefinitionDiff = (definition: ToolDefinition, pin: Pin): string => {
  const approved: JsonObject & ToolParts = JSON.parse(pin.definition)
  const { before, now, isSecretChanged } = maskToolPair(approved, definition)
  let isEscaped = false
  const members = listChangedMembers(definition, pin).map((member) => {
    const diff = formatDiff(textOf(before[member]), textOf(now[member as keyof ToolDefinition]))
    const lines = diff?.pieces.map(({ text }) => text).join("")
    isEscaped ||= diff?.isEscaped === true || holdsEscape.test(lines ?? "")
    if (lines === "") return `${member}\n  Only a masked value has changed.\n`
    return `${member}\n${lines ?? "  There are too many differences to show.\n"}`
  })
  const note = isSecretChanged ? "\nA masked value has changed. It is a secret, so it is not shown.\n" : ""
  return `${members.join("\n")}${note}${isEscaped ? `\n${escapedNote}` : ""}`
}

type ToolParts = Pick<ToolDefinition, "resources" | "implementations">

const textOf = (value: unknown): string => {
  if (value === undefined) return ""
  return `${typeof value === "string" ? value : JSON.stringify(JSON.parse(canonicalizeJson(value as Json)), null, 2)}\n`
}

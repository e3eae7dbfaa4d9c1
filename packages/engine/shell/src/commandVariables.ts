import { readPattern } from "@toolgate/program-facts"
import table from "./variables.json" with { type: "json" }

/**
 * The variables whose value is a command, in `variables.json`. No policy can call one of them
 * harmless, so that a command which sets one always asks.
 */
const names = readPattern(table.commands.named)

/** Returns the command that an assignment such as `PAGER=less -R` names, or `undefined` if its variable holds none. */
export const assignedCommand = (assignment: string): string | undefined => {
  const end = assignment.indexOf("=")
  if (end < 1 || !names.test(assignment.slice(0, end))) return undefined
  const text = assignment.slice(end + 1).replace(/^[|!-]+/, "")
  return text === "" ? undefined : text
}

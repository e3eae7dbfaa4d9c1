import { readPattern } from "@toolgate/program-facts"
import table from "./variables.json" with { type: "json" }

/**
 * The variables whose value is a command, from `variables.json`. A policy cannot list them as harmless, so a command
 * that sets one always needs an answer.
 */
const names = readPattern(table.commands.named)

/**
 * Returns the command that an assignment such as `PAGER=less -R` names, or `undefined` if its variable does not
 * contain a command.
 */
export const getAssignedCommand = (assignment: string): string | undefined => {
  const end = assignment.indexOf("=")
  if (end < 1 || !names.test(assignment.slice(0, end))) return undefined
  const text = assignment.slice(end + 1).replace(/^[|!-]+/, "")
  return text === "" ? undefined : text
}

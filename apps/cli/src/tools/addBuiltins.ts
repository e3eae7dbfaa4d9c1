import type { Tool } from "toolgate"
import { listOwnTools } from "../flags/hostToolsFlag.ts"

/**
 * Returns the tools of an app and those of this command line, by default with those that reach the host. A tool of the app replaces a
 * built-in tool with the same name.
 */
export const addBuiltins = (app: ReadonlyArray<Tool>, { hostTools = true } = {}): ReadonlyArray<Tool> =>
  appendUntaken(app, listOwnTools({ hostTools }))

/** Returns tools and, after them, the further ones whose names none of them has. */
export const appendUntaken = (tools: ReadonlyArray<Tool>, further: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  const taken = new Set(tools.flatMap(namesOf))
  return [...tools, ...further.filter((tool) => !namesOf(tool).some((name) => taken.has(name)))]
}

const namesOf = ({ name, aliases }: Tool) => [name, ...aliases]

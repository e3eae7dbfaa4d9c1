import { builtins, shell, type Tool } from "toolgate"

/** Returns the tools of an app and those of this command line. A tool of the app replaces a built-in tool with the same name. */
export const withBuiltins = (app: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  const taken = new Set(app.flatMap(namesOf))
  return [...app, ...[...builtins(), shell].filter((tool) => !namesOf(tool).some((name) => taken.has(name)))]
}

const namesOf = ({ name, aliases }: Tool) => [name, ...aliases]

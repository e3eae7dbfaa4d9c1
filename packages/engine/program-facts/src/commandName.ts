import table from "./commonNames.json" with { type: "json" }

/** The programs of GNU that have a `g` before their names on systems with a program of the same name. */
const gnu = new Set(table.gnu.names)

/**
 * Returns the name of a program, whatever path it is started by: without its folder and, for GNU's programs, without
 * the `g` that other systems put before the name.
 */
export const commandName = (program: string): string => {
  const name = program.slice(program.lastIndexOf("/") + 1)
  return name.startsWith("g") && gnu.has(name.slice(1)) ? name.slice(1) : name
}

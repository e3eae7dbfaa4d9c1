import table from "./commonNames.json" with { type: "json" }

/** The GNU programs that get a `g` prefix on systems with another program of the same name. */
const gnu = new Set(table.gnu.names)

/** Returns the name of a program without its folder and, for GNU programs, without the `g` prefix of other systems. */
export const getCommandName = (program: string): string => {
  const name = program.slice(program.lastIndexOf("/") + 1)
  return name.startsWith("g") && gnu.has(name.slice(1)) ? name.slice(1) : name
}

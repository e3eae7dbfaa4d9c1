import { basename } from "node:path"

/**
 * @typedef {object} Words
 * @property {true} [isProgram]
 * @property {Readonly<Record<string, Words>>} [subcommands]
 */

/**
 * Throws if two files are about one program, if a subcommand is a program without a file, or if such subcommands lead
 * back to the program in which they begin.
 *
 * @param {ReadonlyArray<{ readonly file: string, readonly program: Words & { readonly names: ReadonlyArray<string> } }>} programs
 */
export const checkTogether = (programs) => {
  /** @type {Map<string, string>} */
  const files = new Map()
  for (const { file, program } of programs)
    for (const name of program.names) {
      const other = files.get(name)
      if (other !== undefined)
        throw new Error(`${basename(file)}: ${basename(other)} has the name "${name}" as well. Put both into one file.`)
      files.set(name, file)
    }
  const started = new Map(programs.map(({ file, program }) => [file, startedBy(program)]))
  for (const [file, names] of started)
    for (const name of names)
      if (!files.has(name))
        throw new Error(`${basename(file)}: the subcommand "${name}" has "isProgram", but no file is about "${name}".`)
  for (const { file } of programs) {
    const circle = circleFrom(file, files, started)
    if (circle !== undefined)
      throw new Error(
        `${basename(file)}: the subcommands with "isProgram" lead back to this file: ${circle.map((name) => `"${name}"`).join(", then ")}.`
      )
  }
}

/**
 * Returns the subcommands that are programs.
 *
 * @param {Words} words
 * @returns {ReadonlyArray<string>}
 */
const startedBy = ({ subcommands = {} }) =>
  Object.entries(subcommands).flatMap(([names, words]) =>
    words?.isProgram === true ? names.split(/\s+/) : startedBy(words ?? {})
  )

/**
 * Returns the names by which a file leads back to itself; `undefined` if it does not.
 *
 * @param {string} start
 * @param {ReadonlyMap<string, string>} files
 * @param {ReadonlyMap<string, ReadonlyArray<string>>} started
 * @returns {ReadonlyArray<string> | undefined}
 */
const circleFrom = (start, files, started) => {
  /** @type {Array<{ readonly file: string, readonly path: ReadonlyArray<string> }>} */
  const open = [{ file: start, path: [] }]
  const seen = new Set()
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const name of started.get(next.file) ?? []) {
      const path = [...next.path, name]
      const file = files.get(name)
      if (file === start) return path
      if (file === undefined || seen.has(file)) continue
      seen.add(file)
      open.push({ file, path })
    }
  return undefined
}

// Reads all files in programs/, and writes compiled/programs.js, in which a program is found by its name. Does nothing if
// no file has changed since. Runs on any Node and with nothing built; `readProgram` and its test find further faults.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import { checkTogether } from "./checkTogether.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The folder of the programs' files. */
export const programsFolder = join(root, "programs")

/** Returns the paths of the programs' files. */
export const programFiles = (folder = programsFolder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .toSorted()
    .map((file) => join(folder, file))

/** The length of a part of the compiled text, in letters. Some twenty programs share one. */
const partLength = 32_768

/**
 * Writes the compiled file, unless it is made of the same files. Throws if two files are about one program, or if
 * programs name each other in a circle.
 */
export const compilePrograms = (folder = programsFolder, target = join(root, "compiled/programs.js")) => {
  const files = programFiles(folder).map((file) => /** @type {const} */ ([file, readFileSync(file, "utf8")]))
  const stamp = `// ${createHash("sha256")
    .update(JSON.stringify(files.map(([, text]) => text)))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex")}\n`
  if (existsSync(target) && readFileSync(target, "utf8").startsWith(stamp)) return
  const programs = files.map(([file, source]) => ({ file, program: programIn(file, source) }))
  checkTogether(programs)
  // A part is a function, so that no engine makes its text before a program of it is read.
  const parts = [""]
  /** @type {Record<string, readonly [number, number, number]>} */
  const places = Object.create(null)
  /** @type {Record<string, string>} */
  const plainNames = Object.create(null)
  for (const { program } of programs) {
    const { examples, ...rest } = program
    const json = JSON.stringify(rest).replaceAll(
      /[\u007f-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`
    )
    if ((parts.at(-1) ?? "").length > partLength) parts.push("")
    const [part, from] = [parts.length - 1, (parts.at(-1) ?? "").length]
    for (const name of program.names) places[name] = [part, from, from + json.length]
    if (program.oneProgram === true) for (const name of program.names) plainNames[name] = program.names[0]
    parts[part] += json
  }
  const made = `${target}.${process.pid}`
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(
    made,
    `${stamp}export const parts = [${parts.map((text) => `() => ${JSON.stringify(text)}`).join(",\n")}]\nexport const places = JSON.parse(${JSON.stringify(JSON.stringify(places))})\nexport const plainNames = ${JSON.stringify(plainNames)}\n`
  )
  renameSync(made, target)
}

/**
 * @param {string} file
 * @param {string} source
 */
const programIn = (file, source) => {
  try {
    const program = parse(source)
    if (Array.isArray(program?.names)) return program
  } catch (error) {
    throw new Error(`${file} is not YAML: ${error instanceof Error ? error.message : error}`)
  }
  throw new Error(`${file} needs the key "names", a list of names.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compilePrograms()

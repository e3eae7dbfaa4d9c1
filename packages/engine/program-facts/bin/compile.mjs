// Reads all files in programs/, and writes compiled/programs.js, in which a program is found by its name. Does nothing if
// no file has changed since.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"

const folder = fileURLToPath(new URL("..", import.meta.url))

/** @param {string} [target] */
export const compilePrograms = (target = join(folder, "compiled/programs.js")) => {
  const files = readdirSync(join(folder, "programs"))
    .filter((file) => file.endsWith(".yaml"))
    .toSorted()
    .map((file) => /** @type {const} */ ([file, readFileSync(join(folder, "programs", file), "utf8")]))
  const stamp = `// ${createHash("sha256")
    .update(JSON.stringify(files))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex")}\n`
  if (existsSync(target) && readFileSync(target, "utf8").startsWith(stamp)) return
  let text = ""
  /** @type {Map<string, readonly [number, number]>} */
  const places = new Map()
  for (const [file, source] of files) {
    const program = parse(source)
    const json = JSON.stringify(program).replaceAll(
      /[\u007f-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`
    )
    for (const name of program.names) {
      if (places.has(name)) throw new Error(`programs/${file}: another file has the name "${name}" as well.`)
      places.set(name, [text.length, text.length + json.length])
    }
    text += json
  }
  const made = `${target}.${process.pid}`
  writeFileSync(
    made,
    `${stamp}export const text = ${JSON.stringify(text)}\nexport const places = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(places)))})\n`
  )
  renameSync(made, target)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compilePrograms()

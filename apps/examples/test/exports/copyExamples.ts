import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { commentOf } from "../../../../.ci/comments.ts"
import { listDocumentedExports } from "./documentedExports.ts"

/** The folder of the examples, a folder for each package. */
export const folder = join(import.meta.dirname, "../../src/exports")

/** Lists the names of the examples: package and export. */
export const listExamples = (): ReadonlyArray<string> =>
  globSync("*/*.ts", { cwd: folder })
    .map((file) => file.replace(/\.ts$/, ""))
    .toSorted()

/** Returns the sources that declare an export with an example, each with the examples in its comments. */
export const copyExamples = async (): Promise<ReadonlyMap<string, string>> => {
  const copied = new Map<string, string>()
  const examples = new Set(listExamples())
  for (const { name, file, declared } of await listDocumentedExports()) {
    if (!examples.has(name)) continue
    const source = copied.get(file) ?? readFileSync(file, "utf8")
    copied.set(file, insertExample(source, declared, readFileSync(join(folder, `${name}.ts`), "utf8")))
  }
  return copied
}

/** Puts an example at the end of a declaration's comment, in place of the one that is there. */
const insertExample = (source: string, declared: string, code: string): string => {
  const comment = commentOf(source, declared)
  if (comment === undefined) throw new Error(`"${declared}" has no comment to put its example into.`)
  const words = comment.words.replace(/\s*^@example\b.*/ms, "")
  // A line for the linter tells a reader nothing.
  const shown = code.replace(/^\/\/ biome-ignore-all .*\n/, "").trimEnd()
  const lines = [...words.split("\n"), "", "@example", "```ts", ...shown.split("\n"), "```"]
  const text = lines.map((line) => ` * ${line.replaceAll("*/", "*\\/")}`.trimEnd()).join("\n")
  const [start, end] = comment.range
  return `${source.slice(0, start)}/**\n${text}\n */\n${source.slice(end)}`
}

if (process.argv[1] === import.meta.filename) for (const [file, text] of await copyExamples()) writeFileSync(file, text)

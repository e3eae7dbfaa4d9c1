import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileOf } from "./documentProject.ts"
import { type Block, blocksOf, blocksOfComments } from "./documents.ts"

/** A block of TypeScript as a program, with the name of its file in the folder of all programs. */
export interface DocumentProgram extends Block {
  readonly file: string
}

/** Writes every block of TypeScript in the documentation into a folder, whose earlier content is removed. */
export const writePrograms = (folder: string, blocks = blocksOf("ts")): ReadonlyArray<DocumentProgram> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // A block that imports a file of its document imports the block that stands for that file.
  const imported = (document: string, name: string) =>
    blocks.find((block) => block.document === document && fileOf("ts", block.code) === name)
  return blocks.map((block) => {
    const file = programOf(block)
    const code = block.code.replaceAll(/(?<= from "\.\/)[\w/-]+\.ts(?=")/g, (name) => {
      const found = imported(block.document, name)
      return found === undefined ? name : programOf(found)
    })
    writeFileSync(join(folder, file), code)
    return { ...block, file }
  })
}

const programOf = ({ name }: Block): string => `${name.replaceAll("/", "_").replace(" ", "_")}.ts`

// `pnpm types` checks the programs of the documents and the examples of comments together with everything else, so that the sources
// that they use are checked once.
if (process.argv[1] === import.meta.filename)
  writePrograms(join(import.meta.dirname, "../.cache/types"), [...blocksOf("ts"), ...blocksOfComments()])

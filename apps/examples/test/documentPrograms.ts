import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Block, blocksOf, blocksOfComments } from "./documents.ts"

/** A block of TypeScript as a program: a file of that name in a folder of all of them. */
export interface DocumentProgram extends Block {
  readonly file: string
}

/** Writes every block of TypeScript in the documentation into a folder, which holds nothing else afterwards. */
export const writePrograms = (folder: string, blocks = blocksOf("ts")): ReadonlyArray<DocumentProgram> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return blocks.map((block) => {
    const file = `${block.name.replaceAll("/", "_").replace(" ", "_")}.ts`
    writeFileSync(join(folder, file), block.code)
    return { ...block, file }
  })
}

// `pnpm types` checks the programs of the documents and the examples of comments with everything else, so that the sources that they
// use are checked once.
if (process.argv[1] === import.meta.filename)
  writePrograms(join(import.meta.dirname, "../.turbo/types"), [...blocksOf("ts"), ...blocksOfComments()])

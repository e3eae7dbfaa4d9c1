import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { getFileName } from "./documentProject.ts"
import { type Block, listBlocks, listCommentBlocks } from "./documents.ts"

/** A TypeScript block as a program, with its file name in the folder of all programs. */
export interface DocumentProgram extends Block {
  readonly file: string
}

/** Writes every TypeScript block of the documentation into a folder, and removes the folder's earlier content. */
export const writePrograms = (folder: string, blocks = listBlocks("ts")): ReadonlyArray<DocumentProgram> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // An import of a file in the document becomes an import of its block.
  const imported = (document: string, name: string) =>
    blocks.find((block) => block.document === document && getFileName("ts", block.code) === name)
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

// `pnpm types` checks these programs together with everything else, so that shared sources are checked once.
if (process.argv[1] === import.meta.filename)
  writePrograms(join(import.meta.dirname, "../.cache/types"), [...listBlocks("ts"), ...listCommentBlocks()])

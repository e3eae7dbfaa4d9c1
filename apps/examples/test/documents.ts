import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "../../..")

/** A fenced block of a document. */
export interface Block {
  /** The document's path from the repository's root, and the block's number among those of its language there. */
  readonly name: string
  readonly document: string
  readonly code: string
}

/** The blocks of one language in every document, in the order of the documents' names. */
export const blocksOf = (language: string): ReadonlyArray<Block> =>
  ["README.md", "docs/**/*.md", "packages/{*,*/*}/README.md"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .toSorted()
    .flatMap((document) => {
      const text = readFileSync(join(root, document), "utf8")
      const fenced = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms")
      return [...text.matchAll(fenced)].map(({ 1: code = "" }, at) => ({
        name: `${document} ${at + 1}`,
        document,
        code
      }))
    })

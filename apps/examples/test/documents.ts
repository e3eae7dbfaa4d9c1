import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { commentsOf } from "../../../.ci/comments.ts"

export const root = join(import.meta.dirname, "../../..")

/** A fenced block of a document. */
export interface Block {
  /** The document's path from the repository's root, and the block's number among those of its language there. */
  readonly name: string
  readonly document: string
  readonly code: string
}

/** Lists the blocks of a language in all documents, sorted by document name. */
export const listBlocks = (language: string): ReadonlyArray<Block> =>
  ["README.md", "docs/**/*.md", "packages/{*,*/*}/README.md", "skills/*/SKILL.md"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .toSorted()
    .flatMap((document) => blocksIn(document, language, readFileSync(join(root, document), "utf8")))

/** Lists the blocks in doc comments of the packages, without the examples that are copied from files. All are TypeScript. */
export const listCommentBlocks = (): ReadonlyArray<Block> =>
  globSync("packages/{*,*/*}/src/**/*.ts", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const comments = commentsOf(readFileSync(join(root, file), "utf8"))
      return blocksIn(file, "ts", comments.map(({ words }) => words.replace(/^@example$.*/ms, "")).join("\n"))
    })

const blocksIn = (document: string, language: string, text: string): ReadonlyArray<Block> => {
  const fenced = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms")
  return [...text.matchAll(fenced)].map(({ 1: code = "" }, at) => ({ name: `${document} ${at + 1}`, document, code }))
}

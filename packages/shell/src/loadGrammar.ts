import { readFile } from "node:fs/promises"
import type { Tree } from "web-tree-sitter"
import { grammarFiles } from "./grammarFiles.ts"

/** Reads a text to a tree, which its user deletes; `undefined` when it is not read by then, as `performance.now()` counts. */
export type Grammar = (text: string, deadline: number) => Tree | undefined

/** Loads the grammar of bash. Rejects when the files of `web-tree-sitter` or `tree-sitter-bash` cannot be read. */
export const loadGrammar = async (): Promise<Grammar> => {
  const files = grammarFiles()
  const [{ Language, Parser }, wasmBinary, grammar] = await Promise.all([
    import("web-tree-sitter"),
    readFile(files.parser),
    readFile(files.grammar)
  ])
  await Parser.init({ wasmBinary })
  const parser = new Parser().setLanguage(await Language.load(grammar))
  return (text, deadline) => {
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline })
    if (tree === null) parser.reset()
    return tree ?? undefined
  }
}

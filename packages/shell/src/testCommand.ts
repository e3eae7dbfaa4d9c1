import type { Node } from "web-tree-sitter"
import { type Ends, type Folders, stays } from "./Folders.ts"
import { commandClaim, type Reading } from "./Reading.ts"
import { runWords } from "./runWords.ts"
import { readSubstitutions } from "./substitutions.ts"
import { tokensOf } from "./tokens.ts"
import { excerpt, wordOf } from "./Word.ts"

/**
 * Reads `[ … ]` and `[[ … ]]` as commands of that name. The grammar reads both as expressions, while the first is a plain
 * command to bash, in which `>` writes a file and `&&` ends it: what holds any operator is not read.
 */
export const testCommand = (reading: Reading, node: Node, at: Folders): Ends => {
  const { source, dialect } = reading
  const raw = source.slice(node.startIndex, node.endIndex)
  const tokens = tokensOf(raw, dialect)
  const isBash = dialect === "bash" || node.child(0)?.type === "["
  if (tokens === undefined || !isBash || tokens.some(({ kind }) => kind !== "word")) {
    reading.parts.opaque(`The test "${excerpt(raw)}" cannot be read.`)
    readSubstitutions(reading, node, at)
    return stays(at)
  }
  const spans = tokens.map(({ start, end }) => ({ start: start + node.startIndex, end: end + node.startIndex }))
  reading.claims.add(commandClaim([], spans))
  const words = spans.map(({ start, end }) => wordOf(source.slice(start, end), dialect))
  for (const { computed } of words) if (computed !== undefined) reading.parts.opaque(computed)
  return runWords(reading, { words, assigned: [], startedBy: "shell", depth: reading.depth }, at, "certain")
}

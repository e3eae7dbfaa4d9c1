import type { Node } from "web-tree-sitter"
import type { Folders } from "./Folders.ts"
import { type Reading, redirectionClaim, spanOf } from "./Reading.ts"
import { readRedirection } from "./redirections.ts"
import { readSubstitutions } from "./substitutions.ts"

/** What stands on the line of a here-document after its delimiter. */
export interface RestOfLine {
  readonly words: ReadonlyArray<Node>
  readonly statements: ReadonlyArray<Node>
}

/**
 * Reads a here-document and what the grammar puts with it, which is all of the rest of its line. The body is data, unless
 * it holds anything that is computed.
 */
export const readHeredoc = (reading: Reading, node: Node, at: Folders): RestOfLine => {
  const words: Array<Node> = []
  const statements: Array<Node> = []
  for (const [index, child] of node.children.entries()) {
    switch (child.type) {
      case "heredoc_start": {
        const operator = node.children.some(({ type }) => type === "<<-") ? "<<-" : "<<"
        reading.claims.add(redirectionClaim(operator, spanOf(child)))
        break
      }
      case "heredoc_body":
        if (child.namedChildren.some(({ type }) => type !== "heredoc_content")) {
          reading.parts.opaque("A here-document holds text that is computed when the command runs.")
          readSubstitutions(reading, child, at)
        }
        break
      case "file_redirect":
      case "herestring_redirect":
        words.push(...readRedirection(reading, child, at))
        break
      case "pipeline":
        statements.push(...child.namedChildren)
        break
      case "file_descriptor":
      case "heredoc_end":
      case "comment":
        break
      default:
        if (node.fieldNameForChild(index) === "argument") words.push(child)
        else if (child.isNamed) statements.push(child)
    }
  }
  if (statements.length > 0) reading.goesOn()
  return { words, statements }
}

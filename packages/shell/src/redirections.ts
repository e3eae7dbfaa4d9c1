import { posix } from "node:path"
import type { Node } from "web-tree-sitter"
import type { Folders } from "./Folders.ts"
import { type Reading, redirectionClaim, spanOf } from "./Reading.ts"
import { readSubstitutions } from "./substitutions.ts"
import { excerpt, wordOf } from "./Word.ts"

const modes: Readonly<Record<string, "r" | "w" | "rw">> = {
  "<": "r",
  ">": "w",
  ">>": "w",
  ">|": "w",
  "&>": "w",
  "&>>": "w",
  ">&": "w",
  "<>": "rw"
}

const nothing = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/
const network = /^\/dev\/(?:tcp|udp)(?:\/|$)/

/** A redirection by its operator and by what is written after it. */
export interface Redirected {
  readonly operator: string
  readonly target: string
  /** Whether a number before it says which descriptor it redirects. */
  readonly isNumbered: boolean
}

/** Notes the file that a redirection opens, or why that is not known. */
export const noteRedirection = (reading: Reading, { operator, target, isNumbered }: Redirected, at: Folders) => {
  const { parts, dialect } = reading
  if (operator.startsWith("<<") && operator !== "<<<") return
  if (/^[<>]&$/.test(operator) && /^(?:[0-9]+-?|-)$/.test(target)) return
  const { text, computed } = wordOf(target, dialect)
  if (computed !== undefined) return parts.opaque(computed)
  if (operator === "<<<") return
  const mode = modes[operator]
  // What `>&` names bash expands once more after its quotes are gone, and any dash before it closes a descriptor.
  const isUnclear = operator === ">&" && (isNumbered || dialect === "sh" || !/^[\w./+,:@%][\w./+,:@%-]*$/.test(target))
  if (mode === undefined || text === "" || isUnclear) {
    return parts.opaque(`The redirection "${operator}${excerpt(target)}" cannot be read.`)
  }
  if (network.test(posix.normalize(text))) {
    return parts.opaque(`The redirection to "${excerpt(target)}" reaches the network.`)
  }
  if (!nothing.test(text)) parts.file(text, mode, at)
}

/**
 * Reads a `file_redirect` or a `herestring_redirect`, and answers the nodes after its target: the grammar takes all words
 * that follow for targets, while bash takes one of them, and the others for words of the command.
 */
export const readRedirection = (reading: Reading, node: Node, at: Folders): ReadonlyArray<Node> => {
  const isNumbered = node.children[0]?.type === "file_descriptor"
  const [operator, target, ...others] = isNumbered ? node.children.slice(1) : node.children
  if (operator !== undefined && /^[<>]&-$/.test(operator.type)) {
    const dash = { start: operator.endIndex - 1, end: operator.endIndex }
    reading.claims.add(redirectionClaim(operator.type.slice(0, 2), dash))
    return target === undefined ? [] : [target, ...others]
  }
  if (operator === undefined || target === undefined) {
    reading.parts.opaque(`The redirection "${excerpt(node.text)}" cannot be read.`)
    return []
  }
  const span = spanOf(target)
  reading.claims.add(redirectionClaim(operator.type, span))
  const raw = reading.source.slice(span.start, span.end)
  noteRedirection(reading, { operator: operator.type, target: raw, isNumbered }, at)
  readSubstitutions(reading, target, at)
  return others
}

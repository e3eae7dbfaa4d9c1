import type { Node } from "web-tree-sitter"
import { type Ends, either, type Folders, stays } from "./Folders.ts"
import type { Certainty, Reading } from "./Reading.ts"

/** Reads the statements among some nodes one after the other, and answers where the last of them leaves the shell. */
export const sequence = (reading: Reading, nodes: ReadonlyArray<Node>, at: Folders, certainty: Certainty): Ends => {
  let ends = stays(at)
  for (const [index, node] of nodes.entries()) {
    if (!node.isNamed || node.type === "comment") continue
    const before = either(ends.ok, ends.failed)
    const isBackground = nodes[index + 1]?.type === "&"
    const after = reading.walk(node, before, isBackground ? "uncertain" : certainty)
    ends = isBackground ? stays(before) : after
  }
  return ends
}

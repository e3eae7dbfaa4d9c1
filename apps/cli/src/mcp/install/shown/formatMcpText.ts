import { holdsReference } from "@toolgate/local-secrets/references"
import { isMap, isScalar, type Node, type Pair, parseDocument, visit } from "yaml"
import { concealValues, type ValueSpan } from "./concealValues.ts"

/** Returns a `mcp.yaml` for display. Variables and headers without a reference may be secrets, and are replaced with `…`. */
export const formatMcpText = (text: string): string => {
  const document = parseDocument(text, { version: "1.2", schema: "core", merge: false, uniqueKeys: false })
  const hidden: Array<ValueSpan> = []
  const servers = document.get("servers")
  for (const { value: entry } of isMap(servers) ? servers.items : [])
    for (const { key, value } of isMap(entry) ? (entry.items as ReadonlyArray<Pair<Node, Node | null>>) : [])
      if (isScalar(key) && hiddenMembers.has(String(key.value)) && value !== null)
        visit(value, {
          Scalar: (at, { value: given, range }) => {
            if (at === "key" || range == null || holdsReference(String(given))) return
            const [from, to] = range
            // A block ends at the end of its last line.
            hidden.push({ from, to: from + text.slice(from, to).trimEnd().length })
          }
        })
  return concealValues(text, hidden)
}

const hiddenMembers = new Set(["env", "headers"])

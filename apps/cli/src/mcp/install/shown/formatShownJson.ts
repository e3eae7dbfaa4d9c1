import { type Node, parseTree } from "jsonc-parser"
import type { McpClient } from "../McpClient.ts"
import { concealValues, isReference, shownMembers, type ValueSpan } from "./concealValues.ts"

export const formatShownJson = (text: string, { member }: Pick<McpClient, "member">): string => {
  const root = parseTree(text.replace(/^\ufeff/, " "), [], { allowTrailingComma: true })
  const hidden = membersOf(root).flatMap(([name, value]) =>
    name === member && value.type === "object"
      ? membersOf(value).flatMap(([, entry]) =>
          entry.type === "object"
            ? membersOf(entry).flatMap(([key, part]) => (shownMembers.has(key) ? [] : valuesIn(part)))
            : valuesIn(entry)
        )
      : valuesIn(value)
  )
  return concealValues(text, hidden)
}

const membersOf = (node: Node | undefined): ReadonlyArray<readonly [string, Node]> =>
  (node?.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [[String(key.value), value] as const]
  )

const valuesIn = (node: Node): ReadonlyArray<ValueSpan> => {
  if (node.type === "string" || node.type === "number")
    return isReference(node.value) ? [] : [{ from: node.offset, to: node.offset + node.length }]
  return node.type === "property"
    ? (node.children ?? []).slice(1).flatMap(valuesIn)
    : (node.children ?? []).flatMap(valuesIn)
}

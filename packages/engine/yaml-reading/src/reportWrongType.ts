import { quoted } from "@toolgate/core"
import type { FileReading } from "./FileReading.ts"
import type { LocatedValue } from "./Shape.ts"
import type { YamlNode } from "./YamlNode.ts"

/** Reports a value of the wrong type: the expected type, the actual value, and a hint about the likely intention. */
export const reportWrongType = (
  type: string,
  entry: LocatedValue,
  reading: FileReading,
  { none, hint = "" }: { readonly none?: "[]" | "{}" | undefined; readonly hint?: string } = {}
): undefined => {
  const { at, label, node } = entry
  // The problem was reported when the value was read.
  if (node.kind === "refused") return undefined
  if (node.kind !== "scalar" || node.value !== null)
    return reading.fault(
      node.at,
      () => `${label} must be ${type}, not ${described(node, label === `the ${reading.what}`)}${hint}`
    )
  const instead = none === undefined ? "give it a value" : `write ${none} for none`
  return reading.fault(at, () => `${label} is empty, which differs from absent: ${instead}, or leave it out`)
}

// A file that is a single text is probably the wrong file, such as a key or a list of passwords. Its content must not
// be shown.
const described = (node: YamlNode, isWhole: boolean): string => {
  if (node.kind !== "scalar") return `a ${node.kind}`
  if (isWhole && typeof node.value === "string") return "a string"
  return typeof node.value === "string" ? quoted(node.value, 40) : quoted(node.plain ?? "", 40).slice(1, -1)
}

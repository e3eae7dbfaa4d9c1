import { type Shape, textOf } from "@toolgate/yaml-reading"
import { splitReferences } from "./references.ts"

/** The shape of a text that may contain references. They are checked here, and read when their values are needed. */
export const referringText: Shape<string> = textOf("a string", (text, { node, label }, reading) => {
  if (text.length > 32_768) return reading.fault(node.at, () => `${label} is longer than 32768 characters`)
  if (text.includes("\0")) return reading.fault(node.at, () => `${label} contains the character U+0000`)
  const parts = splitReferences(text)
  return "fault" in parts ? reading.fault(node.at, () => parts.fault) : text
})

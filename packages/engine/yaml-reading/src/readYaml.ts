import type { FileReading } from "./FileReading.ts"
import { parseYamlDocument } from "./parseYamlDocument.ts"
import type { Shape } from "./Shape.ts"
import type { YamlNode } from "./YamlNode.ts"

/** The longest text that is read, in UTF-16 units. */
export const longestText = 4 * 1024 * 1024

/**
 * Reads a text as one YAML 1.2 document, and returns the shape's value; `undefined` if the text has problems, which
 * are then in `reading`. JSON is a subset of YAML. `check` finds problems that involve several entries. The time is
 * proportional to the length of the text. Never throws.
 */
export const readYaml = <A>(
  text: string,
  shape: Shape<A>,
  reading: FileReading,
  check: (root: YamlNode) => void = () => {}
): A | undefined => {
  if (text.length > longestText) {
    reading.lines.addNewLine(0)
    return reading.fault(0, () => `the text is longer than 4 MiB; split the ${reading.what} into several files`)
  }
  reading.text = text.startsWith("\ufeff") ? text.slice(1) : text
  const root = parseYamlDocument(reading.text, reading)
  if (root === undefined) return undefined
  const value = shape.read({ at: root.at, label: `the ${reading.what}`, node: root }, reading)
  check(root)
  return reading.faults === undefined ? value : undefined
}

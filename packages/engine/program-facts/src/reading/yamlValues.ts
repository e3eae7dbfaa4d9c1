import type { FileReading, YamlNode } from "@toolgate/yaml-reading"

/** Returns the value of a key; `undefined` if the node is not a map, or does not have the key. */
export const getKeyValue = (node: YamlNode, key: string): YamlNode | undefined =>
  node.kind === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined

/** Splits a text into words, each with its position in the file. */
export const splitText = (
  node: YamlNode | undefined,
  reading: FileReading
): ReadonlyArray<{ readonly word: string; readonly at: number }> => {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return []
  let from = node.at
  return node.value.split(/\s+/).flatMap((word) => {
    if (word === "") return []
    const found = reading.text.indexOf(word, from)
    // A word with an escape is spelled differently in the file.
    if (found === -1) return [{ word, at: from }]
    from = found + word.length
    return [{ word, at: found }]
  })
}

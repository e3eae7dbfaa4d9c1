import type { Reading, YamlNode } from "@toolgate/yaml-reading"

/** Returns the value of a key of a map; `undefined` if the node is no map, or has no such key. */
export const keyValue = (node: YamlNode, key: string): YamlNode | undefined =>
  node.kind === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined

/** Returns the words of a text, each with its place in the file. */
export const textWords = (
  node: YamlNode | undefined,
  reading: Reading
): ReadonlyArray<{ readonly word: string; readonly at: number }> => {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return []
  let from = node.at
  return node.value.split(/\s+/).flatMap((word) => {
    if (word === "") return []
    const found = reading.text.indexOf(word, from)
    // A word with an escape stands in the file in other characters.
    if (found === -1) return [{ word, at: from }]
    from = found + word.length
    return [{ word, at: found }]
  })
}

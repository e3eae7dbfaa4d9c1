import { quoted } from "@toolgate/core"
import type { Reading, YamlNode } from "@toolgate/yaml-reading"
import { openNotationFault } from "./notationFault.ts"
import { keyValue, textWords } from "./yamlValues.ts"

/** Reports words under `open` or `also` that can never be equal to a word of a command. */
export const checkOpen = (root: YamlNode, reading: Reading): void => {
  for (const key of ["open", "also"]) {
    const open = keyValue(root, key)
    const dangers = open === undefined ? undefined : keyValue(open, "dangers")
    if (dangers?.kind !== "map") continue
    for (const { value } of dangers.entries)
      for (const { word, at } of textWords(value, reading)) {
        const fault = openNotationFault(word)
        if (fault !== undefined) reading.fault(at, () => `the word ${quoted(word)} cannot be read: ${fault}`)
      }
  }
}

import { quoted } from "@toolgate/core"
import type { FileReading, YamlNode } from "@toolgate/yaml-reading"
import { findOpenNotationFault } from "./findNotationFault.ts"
import { getKeyValue, splitText } from "./yamlValues.ts"

/** Reports words under `open` or `also` that can never equal a word of a command. */
export const checkOpen = (root: YamlNode, reading: FileReading): void => {
  for (const key of ["open", "also"]) {
    const open = getKeyValue(root, key)
    const dangers = open === undefined ? undefined : getKeyValue(open, "dangers")
    if (dangers?.kind !== "map") continue
    for (const { value } of dangers.entries)
      for (const { word, at } of splitText(value, reading)) {
        const fault = findOpenNotationFault(word)
        if (fault !== undefined) reading.fault(at, () => `the word ${quoted(word)} cannot be read: ${fault}`)
      }
  }
}

import { quoted } from "@toolgate/core"
import type { FileReading, YamlNode } from "@toolgate/yaml-reading"
import { getCommandName } from "../getCommandName.ts"
import { removeVersion } from "../removeVersion.ts"
import { getKeyValue, splitText } from "./yamlValues.ts"

/** Reports example rules about another program, and commands listed as both harmless and harmful. */
export const checkExamples = (root: YamlNode, reading: FileReading): void => {
  const names = new Set(textsIn(getKeyValue(root, "names")))
  const examples = getKeyValue(root, "examples")
  if (examples?.kind !== "list") return
  for (const each of examples.items) {
    const [program] = splitText(getKeyValue(each, "rule"), reading)
    const name = program === undefined ? undefined : getCommandName(program.word)
    if (program !== undefined && name !== undefined && !names.has(name) && !names.has(removeVersion(name)))
      reading.fault(program.at, () => `${quoted(program.word)} is not a name of this program`)
    const harmless = new Set(linesOf(getKeyValue(each, "harmless")))
    const harmful = getKeyValue(each, "harmful")
    for (const line of linesOf(harmful))
      if (harmless.has(line))
        reading.fault(harmful?.at ?? each.at, () => `the command ${quoted(line)} is harmless and harmful at once`)
  }
}

const textsIn = (node: YamlNode | undefined): ReadonlyArray<string> =>
  node?.kind === "list"
    ? node.items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []))
    : []

const linesOf = (node: YamlNode | undefined): ReadonlyArray<string> =>
  node?.kind === "scalar" && typeof node.value === "string" ? node.value.split("\n").filter((line) => line !== "") : []

import { quoted } from "@toolgate/core"
import type { Reading, YamlNode } from "@toolgate/yaml-reading"
import { commandName } from "../commandName.ts"
import { withoutVersion } from "../withoutVersion.ts"
import { keyValue, textWords } from "./yamlValues.ts"

/** Reports rules of examples that are about another program, and commands that are harmless and do harm at once. */
export const checkExamples = (root: YamlNode, reading: Reading): void => {
  const names = new Set(textsIn(keyValue(root, "names")))
  const examples = keyValue(root, "examples")
  if (examples?.kind !== "list") return
  for (const each of examples.items) {
    const [program] = textWords(keyValue(each, "rule"), reading)
    const name = program === undefined ? undefined : commandName(program.word)
    if (program !== undefined && name !== undefined && !names.has(name) && !names.has(withoutVersion(name)))
      reading.fault(program.at, () => `${quoted(program.word)} is no name of this program`)
    const harmless = new Set(linesOf(keyValue(each, "harmless")))
    const harmful = keyValue(each, "harmful")
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

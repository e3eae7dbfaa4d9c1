import { describeUnknownName, quoted } from "@toolgate/core"
import type { Reading, YamlEntry, YamlNode } from "@toolgate/yaml-reading"
import { readOption, type WrittenOption } from "../readOption.ts"
import { notationFault } from "./notationFault.ts"
import { keyValue, textWords } from "./yamlValues.ts"

/**
 * Reports the faults that several keys of a program or a subcommand make together: options that cannot be read in the
 * style of the program, options of two shapes, options that are harmless and do harm, rules about options and commands in
 * options that are not listed, and two subcommands of one name. Works on the text itself, so that these faults are reported
 * beside those of single keys.
 */
export const checkWords = (node: YamlNode, reading: Reading, above: string | undefined = undefined): void => {
  if (node.kind !== "map") return
  const given = keyValue(node, "style")
  const style = given?.kind === "scalar" && typeof given.value === "string" ? given.value : above
  const bundles = style === undefined
  const harmless = namesIn(keyValue(node, "options"), reading, bundles)
  const known = new Map(harmless)
  const written: Written = new Map()
  const dangers = ["dangers", "readsMore"].flatMap((one) => entriesOf(keyValue(node, one)))
  for (const { key, value } of dangers)
    for (const [option, at] of namesIn(value, reading, bundles, written)) {
      known.set(option, at)
      if (harmless.has(option))
        reading.fault(
          at,
          () => `the option ${quoted(option)} ${quoted(key)}, and stands among the harmless "options" too`
        )
    }
  for (const rule of itemsOf(keyValue(node, "values")))
    for (const { word, at } of textWords(keyValue(rule, "of"), reading))
      if (!known.has(word))
        reading.fault(at, () =>
          describeUnknownName("option", word, [...known.keys()], { where: 'among the "options" and "dangers"' })
        )
  for (const place of itemsOf(keyValue(node, "commands")))
    for (const [option, at] of namesIn(keyValue(place, "of"), reading, bundles))
      if (!known.has(option) && !/[=>?]/.test(reading.text.charAt(at + option.length)))
        reading.fault(
          at,
          () =>
            `the option ${quoted(option)} is not listed, so that its value has to be written: ${quoted(`${option}=`)}`
        )
  checkSubcommands(entriesOf(keyValue(node, "subcommands")), reading, style)
}

/** The options that were read so far, with the words that name them. */
type Written = Map<string, Pick<WrittenOption, "takes"> & { readonly word: string }>

/** Returns the options of a list with their places. A `*` at the end of a name is left out. */
const namesIn = (
  node: YamlNode | undefined,
  reading: Reading,
  bundles: boolean,
  written: Written = new Map()
): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  for (const { word, at } of textWords(node, reading)) {
    const fault = notationFault(word, bundles)
    if (fault !== undefined) reading.fault(at, () => `the option ${quoted(word)} cannot be read: ${fault}`)
    else
      for (const { name, takes } of readOption(word, bundles)) {
        const other = written.get(name)
        if (other !== undefined && other.takes !== takes)
          reading.fault(
            at,
            () =>
              `the option ${quoted(name)} is given twice, here as ${quoted(word)} and before as ${quoted(other.word)}; keep what the manual says of its value`
          )
        written.set(name, other ?? { takes, word })
        names.set(name.replace(/(?<=.)\*$/, ""), at)
      }
  }
  return names
}

const checkSubcommands = (entries: ReadonlyArray<YamlEntry>, reading: Reading, style: string | undefined) => {
  const seen = new Map<string, number>()
  for (const { key, at, value } of entries) {
    for (const name of key.split(/\s+/)) {
      const first = seen.get(name)
      if (first === undefined) seen.set(name, at)
      else
        reading.fault(at, () => {
          const { line } = reading.lines.linePos(first)
          return `the subcommand ${quoted(name)} is given twice, first on line ${line}`
        })
    }
    checkWords(value, reading, style)
  }
}

const entriesOf = (node: YamlNode | undefined): ReadonlyArray<YamlEntry> => (node?.kind === "map" ? node.entries : [])

const itemsOf = (node: YamlNode | undefined): ReadonlyArray<YamlNode> => (node?.kind === "list" ? node.items : [])

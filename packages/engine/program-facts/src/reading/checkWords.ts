import { describeUnknownName, quoted } from "@toolgate/core"
import type { FileReading, YamlEntry, YamlNode } from "@toolgate/yaml-reading"
import { readOption, type WrittenOption } from "../readOption.ts"
import { findNotationFault } from "./findNotationFault.ts"
import { getKeyValue, splitText } from "./yamlValues.ts"

/**
 * Reports faults that involve several keys of a program or a subcommand: options in the wrong style, options of two
 * shapes, options that are both harmless and harmful, rules about unlisted options, commands in unlisted options, and
 * subcommands with the same name. Works on the parsed text, so that these faults are reported together with those of
 * single keys.
 */
export const checkWords = (node: YamlNode, reading: FileReading, above: string | undefined = undefined): void => {
  if (node.kind !== "map") return
  const given = getKeyValue(node, "style")
  const style = given?.kind === "scalar" && typeof given.value === "string" ? given.value : above
  const bundles = style === undefined
  const harmless = namesIn(getKeyValue(node, "options"), reading, bundles)
  const known = new Map(harmless)
  const written: Written = new Map()
  const dangers = ["dangers", "readsMore"].flatMap((one) => entriesOf(getKeyValue(node, one)))
  for (const { key, value } of dangers)
    for (const [option, at] of namesIn(value, reading, bundles, written)) {
      known.set(option, at)
      if (harmless.has(option))
        reading.fault(at, () => `the option ${quoted(option)} ${quoted(key)}, and is also among the harmless "options"`)
    }
  for (const rule of itemsOf(getKeyValue(node, "values")))
    for (const { word, at } of splitText(getKeyValue(rule, "of"), reading))
      if (!known.has(word))
        reading.fault(at, () =>
          describeUnknownName("option", word, [...known.keys()], { where: 'among the "options" and "dangers"' })
        )
  for (const place of itemsOf(getKeyValue(node, "commands")))
    for (const [option, at] of namesIn(getKeyValue(place, "of"), reading, bundles))
      if (!known.has(option) && !/[=>?]/.test(reading.text.charAt(at + option.length)))
        reading.fault(
          at,
          () => `the option ${quoted(option)} is not listed, so its value must be written: ${quoted(`${option}=`)}`
        )
  checkSubcommands(entriesOf(getKeyValue(node, "subcommands")), reading, style)
}

/** The options that were read so far, with the words that name them. */
type Written = Map<string, Pick<WrittenOption, "takes"> & { readonly word: string }>

/** Returns the options of a list with their places. A `*` at the end of a name is left out. */
const namesIn = (
  node: YamlNode | undefined,
  reading: FileReading,
  bundles: boolean,
  written: Written = new Map()
): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  for (const { word, at } of splitText(node, reading)) {
    const fault = findNotationFault(word, bundles)
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

const checkSubcommands = (entries: ReadonlyArray<YamlEntry>, reading: FileReading, style: string | undefined) => {
  const seen = new Map<string, number>()
  for (const { key, at, value } of entries) {
    for (const name of key.split(/\s+/)) {
      const first = seen.get(name)
      if (first === undefined) seen.set(name, at)
      else
        reading.fault(at, () => {
          const { line } = reading.lines.linePos(first)
          return `the subcommand ${quoted(name)} is repeated, first on line ${line}`
        })
    }
    checkWords(value, reading, style)
  }
}

const entriesOf = (node: YamlNode | undefined): ReadonlyArray<YamlEntry> => (node?.kind === "map" ? node.entries : [])

const itemsOf = (node: YamlNode | undefined): ReadonlyArray<YamlNode> => (node?.kind === "list" ? node.items : [])

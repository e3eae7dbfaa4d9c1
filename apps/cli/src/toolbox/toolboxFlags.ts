import { describeUnknownName } from "@toolgate/core"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { WrongUse } from "../WrongUse.ts"
import { type EntryName, entryNames, howToInstall, toolboxHere } from "./toolboxEntries.ts"

/** The flag `--toolbox-settings`. */
export const toolboxSettingsFlag = {
  toolboxSettings: Flag.String("toolbox-settings").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("The settings of the toolbox's tools; default: your toolbox.yaml, beside your policy"),
    Flag.filterMap(
      (given) => (given === "" ? Option.none() : Option.some(given)),
      () => "the path of a file, or leave the flag out"
    ),
    Flag.optional
  )
}

/** The value of the flag. */
export interface ToolboxSettingsFlag {
  readonly toolboxSettings: Option.Option<string>
}

/** The value of a command that was not given the flag. */
export const noToolboxSettings: ToolboxSettingsFlag = { toolboxSettings: Option.none() }

/** The flag `--toolbox`, of commands that show tools to an agent. */
export const toolboxFlag = Flag.String("toolbox").pipe(
  Flag.withMetavar("ENTRIES"),
  Flag.withDescription(
    `Entries of the toolbox whose tools are added, separated by commas: ${entryNames.join(", ")}; or all; default: none`
  ),
  Flag.optional
)

/** Returns the entries that the flag `--toolbox` names. */
export const readToolboxEntries = Effect.fnUntraced(function* (given: Option.Option<string>) {
  if (Option.isNone(given)) return []
  const words = given.value.split(",").map((word) => word.trim())
  const isAll = words.length === 1 && words[0] === "all"
  const unknown = isAll ? undefined : words.find((word) => !isEntry(word))
  if (unknown === undefined) {
    const named = isAll ? entryNames : [...new Set(words.filter(isEntry))]
    const { entries } = yield* toolboxHere
    if (named.every((name) => entries[name] !== undefined)) return named
    return yield* new WrongUse({ message: `The flag "--toolbox" names entries that are not here: ${howToInstall}.` })
  }
  const fault =
    unknown === ""
      ? `${words.length === 1 ? "it is empty" : "an entry between two commas is empty"}; write it as in "data,math"`
      : describeUnknownName("entry", unknown, [...entryNames, "all"])
  const message = `The flag "--toolbox" cannot be used: ${fault}`
  return yield* new WrongUse({ message: message.endsWith("?") ? message : `${message}.` })
})

const isEntry = (word: string): word is EntryName => entryNames.some((name) => name === word)

import { quoted } from "@toolgate/core"
import {
  anyText,
  count,
  type FileReading,
  type Key,
  listOf,
  mapOf,
  oneOf,
  recordOf,
  reportWrongType,
  type Shape
} from "@toolgate/yaml-reading"
import type { CommandPosition } from "../CommandPosition.ts"
import type { Launcher } from "../Launcher.ts"
import { listGivenKeys } from "./listGivenKeys.ts"
import { pattern } from "./pattern.ts"
import { on, phrase, words } from "./scalars.ts"

const optional = <A>(shape: Shape<A>, description: string, absent: string): Key<A> => ({ shape, description, absent })

const position = count(1)

const from: Shape<number | "--"> = {
  type: 'a number from 1, or "--"',
  schema: { anyOf: [position.schema, { const: "--" }] },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind === "scalar" && node.value === "--") return "--"
    return node.kind === "scalar" && typeof node.value === "number"
      ? position.read(entry, reading)
      : reportWrongType(from.type, entry, reading)
  }
}

/** The shape of a command's position. */
export const commandPositionShape: Shape<CommandPosition> = recordOf(
  "the position of a command",
  {
    of: optional(
      words,
      "The options whose value holds the command. An option that is not listed does harm.",
      "it is among the operands"
    ),
    from: optional(from, 'The first operand of the command, counted from 1. "--": the words after the dashes.', "`of`"),
    as: optional(
      oneOf("form", ["words", "text", "texts", "code", "base64"]),
      "The form of the command. `words`: each word is a word of the command. `text`: a text for a shell. `texts`: each word is such a text. `code`: code of a programming language that may start commands. `base64`: a text as PowerShell encodes it.",
      "`text` with `of`, else `words`"
    ),
    until: optional(
      listOf("a list of strings", words),
      "The words that end the command. For `find`: `;`, and `{} +` for a `+` after `{}`.",
      "it ends with the last word"
    ),
    matches: optional(
      pattern,
      "The pattern of words that contain a command. Its last group is the command.",
      "any word"
    ),
    prefix: optional(words, "The words that the program puts before the text.", "none"),
    doubt: optional(
      phrase,
      "The reason why part of what is started is unknown, as a phrase after the program's name. Then no rule allows it.",
      "everything is known"
    )
  },
  (given, at, reading): CommandPosition | undefined => {
    const found = listGivenKeys(given) as CommandPosition
    if ((found.of === undefined) !== (found.from === undefined)) return found
    return reading.fault(at, () => `the position of a command has either ${quoted("of")} or ${quoted("from")}`)
  }
)

/** The shape of the positions of commands. */
export const commandPositions: Shape<ReadonlyArray<CommandPosition>> = listOf(
  "a list of positions",
  commandPositionShape
)

const sets = mapOf(
  "a map from a variable to the options that change it",
  {
    step: "VARIABLE",
    schema: { pattern: "^\\w+$" },
    read: (name: string, at: number, reading: FileReading) =>
      /^\w+$/.test(name) ? name : reading.fault(at, () => `${quoted(name)} is not the name of a variable`)
  },
  words
)

/** The shape of `launcher`: how a program starts another. */
export const launcher: Shape<Launcher> = recordOf(
  "a launcher",
  {
    only: optional(
      on,
      "The program does nothing else, so a rule for the started command covers all of it.",
      "it does other work too"
    ),
    options: optional(anyText, "The options before the command.", "not known: any word may begin the command"),
    commands: optional(
      commandPositions,
      "The positions of the commands that it starts.",
      "any word may begin a command"
    ),
    startsNothing: optional(words, "The options with which it starts nothing.", "none"),
    sets: optional(
      { ...sets, read: (entry, reading) => recordFrom(sets.read(entry, reading)) } as Shape<Record<string, string>>,
      "The options that change a variable, by its name.",
      "none"
    ),
    unsets: optional(words, "The options whose value is a variable to remove.", "none"),
    variables: optional(on, "Words such as `A=b` before the command set variables.", "they are words of the command"),
    inShell: optional(on, "A shell reads the words itself, and the command may be a builtin.", "it is a program"),
    shell: optional(
      oneOf("shell", ["bash", "sh", "like-sh", "other"]),
      "The program is a shell, or passes texts to one. `like-sh`: plain words are read as `sh` reads them. `other`: everything is a guess.",
      "`sh` for texts"
    )
  },
  listGivenKeys
)

const recordFrom = <A>(map: ReadonlyMap<string, A> | undefined): Readonly<Record<string, A>> | undefined =>
  map === undefined ? undefined : Object.fromEntries(map)

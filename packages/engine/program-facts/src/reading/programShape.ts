import { quoted } from "@toolgate/core"
import { anyText, type Key, listOf, oneOf, type Reading, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import { inspections } from "../inspections.ts"
import type { Examples, OpenWords, ProgramFile, StatedFact } from "../ProgramFile.ts"
import { launcher } from "./commandShapes.ts"
import { givenKeys } from "./givenKeys.ts"
import { on, phrase, words } from "./scalars.ts"
import { dangers, spellings, wordKeys } from "./wordKeys.ts"

const optional = <A>(shape: Shape<A>, description: string, absent: string): Key<A> => ({ shape, description, absent })

const name: Shape<string> = textOf(
  "the name of a program",
  (text, { node }, reading) =>
    /^[^\s/]+$/.test(text)
      ? text
      : reading.fault(node.at, () => `${quoted(text)} is no name of a program: it has a blank, a slash, or nothing`),
  { pattern: "^[^\\s/]+$" }
)

const sourcedFact = recordOf(
  "a fact",
  {
    reason: { shape: phrase, description: "A phrase that continues after the program's name.", absent: undefined },
    source: { shape: anyText, description: "The manual that says so.", absent: undefined }
  },
  ({ reason = "", source = "" }) => ({ reason, source })
)

const fact: Shape<StatedFact> = {
  type: 'a phrase, or a map with "reason" and "source"',
  schema: { anyOf: [phrase.schema, sourcedFact.schema] },
  beneath: sourcedFact.beneath,
  read: (entry, reading) => (entry.node.kind === "map" ? sourcedFact : phrase).read(entry, reading)
}

const facts: Shape<NonNullable<ProgramFile["facts"]>> = recordOf(
  "the facts",
  {
    starts: optional(fact, "The program can start other programs.", "it cannot"),
    writes: optional(fact, "The program can write files.", "it cannot"),
    network: optional(fact, "The program can reach the network.", "it cannot"),
    folder: optional(fact, "The program takes orders from files of the folder in which it runs.", "it takes none"),
    source: optional(anyText, "The manual that says so, for each fact without one.", "not named")
  },
  givenKeys
)

const open: Shape<OpenWords> = recordOf(
  "a list of dangers alone",
  {
    valued: optional(words, "The letters that take a value, without blanks.", "none"),
    style: optional(oneOf("style", ["words"]), "`words`: options are words with one dash.", "letters in bundles"),
    dangers: optional(dangers, 'The words that do harm, by the reason why. "*" is any word.', "none is known"),
    inspect: optional(
      oneOf("inspection", Object.keys(inspections)),
      "The function that finds further dangers among all words.",
      "none"
    )
  },
  givenKeys
)

const examples: Shape<Examples> = recordOf(
  "examples",
  {
    rule: {
      shape: words,
      description: "The rule under which the commands are tried: the words that it names.",
      absent: undefined
    },
    harmless: optional(words, "Commands that pass under the rule, one in each line.", "none"),
    harmful: optional(words, "Commands that ask under the rule, one in each line.", "none")
  },
  ({ rule = "", ...given }, at, reading) =>
    given.harmless === undefined && given.harmful === undefined
      ? reading.fault(at, () => 'examples need commands under "harmless" or "harmful"')
      : { rule, ...givenKeys(given) }
)

const fileKeys = {
  names: {
    shape: listOf("a list of names", name),
    description:
      "The names of the program. A name with a version at its end, as in `python3.12`, is the program of the name before it.",
    absent: undefined
  },
  oneProgram: optional(
    on,
    "All names are names of one program: a deny or ask rule about one of them holds for the others as well.",
    "programs that share a manual"
  ),
  ...wordKeys,
  facts: optional(facts, "What the program can do besides its name's purpose.", "nothing is known"),
  launcher: optional(
    launcher,
    "The program does little but start another: the way in which it does so. A rule that allows it does not cover what it starts.",
    "it does other work"
  ),
  writesTo: optional(
    oneOf("value", ["operands", "last operand"]),
    "The operands that the program writes, moves or deletes.",
    "none"
  ),
  bundlesFirst: optional(
    on,
    "The first word may hold letters of options without a dash, as in `tar xf`.",
    "it is an operand"
  ),
  aliases: optional(
    listOf("a list of texts", words),
    "The subcommands with several names, one list item each.",
    "none"
  ),
  shortensAliases: optional(on, "The subcommands in `aliases` may be shortened.", "they are written out"),
  spellings: optional(
    spellings,
    "The other ways to write a subcommand, some with options: `destroy: [apply -destroy]`. Deny and ask rules match each of them.",
    "none"
  ),
  open: optional(
    open,
    "The dangers of a program whose harmless options are not listed.",
    "any word that is not listed does harm"
  ),
  also: optional(open, "Dangers besides the list.", "none"),
  examples: optional(listOf("a list of examples", examples), "Commands that a test tries under a rule.", "none")
}

/** The shape of a program's file. */
export const programShape: Shape<ProgramFile> = recordOf(
  "a program",
  fileKeys,
  (given, at, reading): ProgramFile | undefined => {
    const { names = [], ...rest } = given
    return hasNames(names, at, reading) && hasOneList(rest, at, reading) ? { names, ...givenKeys(rest) } : undefined
  }
)

const hasNames = (names: ReadonlyArray<string>, at: number, reading: Reading): boolean => {
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (names.length === 0) reading.fault(at, () => "a program needs a name")
  if (twice !== undefined) reading.fault(at, () => `the name ${quoted(twice)} stands in the list twice`)
  return names.length > 0 && twice === undefined
}

const listing = [
  "options",
  "dangers",
  "values",
  "operands",
  "rest",
  "otherwise",
  "alone",
  "input",
  "piped",
  "subcommands"
] as const

const hasOneList = (
  file: { readonly [Name in (typeof listing)[number] | "open" | "also"]?: unknown },
  at: number,
  reading: Reading
) => {
  const closed =
    file.open === undefined ? undefined : [...listing, "also" as const].find((key) => file[key] !== undefined)
  if (closed === undefined) return true
  reading.fault(
    at,
    () =>
      `a program has "open" or ${quoted(closed)}: with a list of harmless options, every other word does harm already`
  )
  return false
}

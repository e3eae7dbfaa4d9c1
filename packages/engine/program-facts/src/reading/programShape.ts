import { quoted } from "@toolgate/core"
import {
  anyText,
  count,
  type FileReading,
  type Key,
  listOf,
  oneOf,
  recordOf,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"
import { inspections } from "../inspections.ts"
import { harmlessWith, type WordForm } from "../Program.ts"
import type { Examples, OpenWords, ProgramFile, StatedFact } from "../ProgramFile.ts"
import { launcher } from "./commandShapes.ts"
import { listGivenKeys } from "./listGivenKeys.ts"
import { pattern } from "./pattern.ts"
import { on, phrase, words } from "./scalars.ts"
import { dangers, spellings, wordKeys } from "./wordKeys.ts"

const optional = <A>(shape: Shape<A>, description: string, absent: string): Key<A> => ({ shape, description, absent })

const name: Shape<string> = textOf(
  "the name of a program",
  (text, { node }, reading) =>
    /^[^\s/]+$/.test(text)
      ? text
      : reading.fault(
          node.at,
          () => `${quoted(text)} is not the name of a program: it is empty, or has a blank or a slash`
        ),
  { pattern: "^[^\\s/]+$" }
)

const sourcedFact = recordOf(
  "a fact",
  {
    reason: { shape: phrase, description: "A phrase that follows the program's name.", absent: undefined },
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
    folder: optional(
      fact,
      "The program reads instructions from files in the folder in which it runs.",
      "it reads none"
    ),
    source: optional(anyText, "The manual that says so, for each fact without one.", "not named")
  },
  listGivenKeys
)

const open: Shape<OpenWords> = recordOf(
  "a list of dangers alone",
  {
    valued: optional(words, "The letters that take a value, without blanks.", "none"),
    style: optional(oneOf("style", ["words"]), "`words`: options are words with one dash.", "letters in bundles"),
    dangers: optional(dangers, 'The words that do harm, by reason. "*" is any word.', "none is known"),
    inspect: optional(
      oneOf("inspection", Object.keys(inspections)),
      "The function that finds further dangers among all words.",
      "none"
    )
  },
  listGivenKeys
)

/** The shape of a form of words. */
export const wordForm: Shape<WordForm> = recordOf(
  "a form of words",
  {
    begins: optional(words, "The first word.", "any word"),
    needs: optional(pattern, "The pattern that one word must match.", "there may be no such word"),
    option: optional(pattern, "The pattern that each word with a dash must match.", "any such word"),
    operand: optional(pattern, "The pattern that each other word must match.", "any other word"),
    operands: optional(count(0), "The number of words without a dash.", "any number"),
    words: optional(pattern, "The pattern that the words match, joined by blanks.", "any words")
  },
  listGivenKeys
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
      : { rule, ...listGivenKeys(given) }
)

const fileKeys = {
  names: {
    shape: listOf("a list of names", name),
    description:
      "The names of the program. A name with a version at its end, as in `python3.12`, means the program without the version.",
    absent: undefined
  },
  oneProgram: optional(
    on,
    "All names mean the same program: a deny or ask rule about one of them also holds for the others.",
    "programs that share a manual"
  ),
  ...wordKeys,
  facts: optional(facts, "What the program can do besides its main purpose.", "unknown"),
  launcher: optional(
    launcher,
    "How the program starts another, if that is nearly all that it does. A rule that allows it does not cover what it starts.",
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
    listOf("a list of strings", words),
    "The subcommands with several names, one list item each.",
    "none"
  ),
  shortensAliases: optional(on, "The subcommands in `aliases` may be shortened.", "they must be written out"),
  spellings: optional(
    spellings,
    "The other ways to write a subcommand, some with options: `destroy: [apply -destroy]`. Deny and ask rules match each of them.",
    "none"
  ),
  harmlessWith: optional(
    oneOf("value", harmlessWith),
    "Words with which the program does no harm. `any text`: words that are only known at run time. `any words`: words from a wildcard, including names that look like options. `any files`: all files of a folder. `found files`: names that begin with a folder.",
    "what its words say"
  ),
  projectTool: optional(
    on,
    "The program checks or builds a project: a rule for a program that starts such tools covers it, with its harmless words.",
    "a rule must name it"
  ),
  printsFiles: optional(
    listOf("a list of forms", wordForm),
    "The words with which the program only prints names of files beneath the folders that its words name.",
    "it may print anything"
  ),
  passesLines: optional(
    wordForm,
    "The words with which the program only prints lines of its input.",
    "it may print anything"
  ),
  printsInput: optional(on, "The program prints what it reads, or lines of it.", "it prints something else"),
  feedsShell: optional(
    words,
    "The options with which the program passes lines of its input to a shell. `always`: with any words.",
    "it passes on none"
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
    return hasNames(names, at, reading) && hasOneList(rest, at, reading) ? { names, ...listGivenKeys(rest) } : undefined
  }
)

const hasNames = (names: ReadonlyArray<string>, at: number, reading: FileReading): boolean => {
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (names.length === 0) reading.fault(at, () => "a program needs a name")
  if (twice !== undefined) reading.fault(at, () => `the name ${quoted(twice)} is in the list twice`)
  return names.length > 0 && twice === undefined
}

const listing = [
  "options",
  "dangers",
  "readsMore",
  "onlyReads",
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
  reading: FileReading
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

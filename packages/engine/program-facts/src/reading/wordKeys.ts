import { quoted } from "@toolgate/core"
import {
  anyText,
  count,
  type Key,
  listOf,
  mapOf,
  type NameShape,
  oneOf,
  recordOf,
  reportWrongType,
  type Shape
} from "@toolgate/yaml-reading"
import { type FormName, forms } from "../forms/forms.ts"
import type { ListedWords } from "../ProgramFile.ts"
import { commandPositions } from "./commandShapes.ts"
import { listGivenKeys } from "./listGivenKeys.ts"
import { operandRule, valueRule } from "./ruleShapes.ts"
import { on, phrase, words } from "./scalars.ts"

const optional = <A>(shape: Shape<A>, description: string, absent: string): Key<A> => ({ shape, description, absent })

const names = (step: string, what: string): NameShape<string> => ({
  step,
  schema: { pattern: "\\S" },
  read: (name, at, reading) => (name.trim() === "" ? reading.fault(at, () => `${what} is empty`) : name)
})

/** Converts a map to an object. A key such as `__proto__` is a normal key. */
const asObject = <A>(shape: Shape<ReadonlyMap<string, A>>): Shape<Readonly<Record<string, A>>> => ({
  ...shape,
  read: (entry, reading) => {
    const values = shape.read(entry, reading)
    return values === undefined ? undefined : Object.fromEntries(values)
  }
})

/** The shape of options that do harm, by the reason why. */
export const dangers: Shape<Readonly<Record<string, string>>> = asObject(
  mapOf("a map from a reason to the options that do harm", names("REASON", "the reason"), words)
)

const implied: Shape<Readonly<Record<string, string>>> = asObject(
  mapOf("a map from an option to other options", names("OPTION", "the option"), words)
)

/** The shape of subcommands, each with the other ways to write it. */
export const spellings: Shape<Readonly<Record<string, ReadonlyArray<string>>>> = asObject(
  mapOf(
    "a map from a subcommand to other words for it",
    names("WORDS", "the subcommand"),
    listOf("a list of strings", words)
  )
)

const alone: Shape<NonNullable<ListedWords["alone"]>> = recordOf(
  'the value of "alone"',
  {
    reason: {
      shape: phrase,
      description: "The reason why the program does harm without a subcommand.",
      absent: undefined
    },
    unless: optional(words, "The options with which it does no harm.", "-h, --help, -v and --version"),
    operands: optional(oneOf("value", ["any"]), "`any`: it does harm with operands as well.", "only without operands")
  },
  ({ reason = "", ...given }) => ({ reason, ...listGivenKeys(given) })
)

const inputKeys = recordOf(
  'the value of "input"',
  {
    unless: optional(
      words,
      "The options with which it does not read its input.",
      "the options that print help or a version"
    ),
    operands: optional(
      count(0),
      "The number of operands from which on it does not read its input. 0: it always reads it.",
      "1"
    )
  },
  listGivenKeys
)

const input: Shape<NonNullable<ListedWords["input"]>> = {
  type: "true, or a map",
  schema: { anyOf: [on.schema, inputKeys.schema] },
  beneath: inputKeys.beneath,
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind === "map") return inputKeys.read(entry, reading)
    return node.kind === "scalar" && node.value === true ? true : reportWrongType(input.type, entry, reading)
  }
}

const piped: Shape<NonNullable<ListedWords["piped"]>> = recordOf(
  'the value of "piped"',
  {
    reason: {
      shape: phrase,
      description: "The reason why the program does harm if something is piped or redirected to it.",
      absent: undefined
    },
    unless: optional(words, "The options with which it does no harm.", "--help and --version")
  },
  ({ reason = "", ...given }) => ({ reason, ...listGivenKeys(given) })
)

/** The shape of a subcommand. The shape refers to itself, so it is looked up lazily. */
const subcommand: Shape<ListedWords> = {
  type: "a map",
  schema: { $ref: "#/definitions/subcommand" },
  beneath: [],
  read: (entry, reading) => subcommandShape.read(entry, reading)
}

const style = oneOf("style", ["words", "dashes"])

/** The keys about the words of a program or a subcommand. */
export const wordKeys = {
  manual: optional(anyText, "The manual that the file is based on, with its version.", "not named"),
  asks: optional(
    phrase,
    "The reason why a subcommand does harm, unless the rule that allows it names it.",
    "the subcommand does not ask"
  ),
  namedAbove: optional(
    on,
    "A rule that names the subcommand above also covers this one, so it asks only under a rule for the whole program.",
    "the rule must name the subcommand itself"
  ),
  style: optional(
    style,
    "How options are read. `words`: each option is a word with one dash (`find -name`). `dashes`: the same, and two dashes mean the same as one.",
    "as getopt reads them: letters in bundles (`-xzf`), and long names that may be shortened"
  ),
  skipsDashes: optional(on, "A value never begins with a dash and is never joined to a letter, as in yargs.", "it may"),
  everywhere: optional(on, "The options may also follow the subcommands.", "only before them"),
  shortens: optional(on, "Subcommands may be shortened.", "they must be written out"),
  isProgram: optional(
    on,
    "The subcommand is the name of a program that has its own file.",
    "it is a word of this program"
  ),
  targets: optional(
    on,
    "Each operand is a target, as in `make`: a rule that names one covers no other.",
    "operands are data"
  ),
  objects: optional(
    count(1),
    "The position of the first operand that is acted on, such as a package or a container: a rule that names it covers no others.",
    "operands are data"
  ),
  runsOperands: optional(on, "Each operand is code that runs.", "operands are data"),
  before: optional(count(1), "The number of operands before the subcommand, or before the command of `rest`.", "0"),
  rest: optional(
    oneOf("reader", ["itself", "script", "command", "behind dashes", "data behind dashes", "anyone"]),
    "What reads the words after the first operand. `itself`: the program, which takes no options there. `script`: the script that the operand names, by the file of its name if there is one. `command`: the operand is a program. `behind dashes`: a command follows `--`. `data behind dashes`: the words after `--` are pasted into the commands of a target. `anyone`: nothing is known, and only dangers count.",
    "the program, including options"
  ),
  otherwise: optional(
    oneOf("meaning", ["script", "command"]),
    "The meaning of a word other than a subcommand.",
    "it is unknown, so it does harm"
  ),
  options: optional(words, "The harmless options.", "only `--help`"),
  dangers: optional(dangers, "The options that do harm, by reason.", "none is known"),
  readsMore: optional(
    dangers,
    "The options that do harm only through what they make the program read, by reason. Others may write.",
    "none is known"
  ),
  onlyReads: optional(
    on,
    "A command writes none of the files that its words name, unless a word does harm.",
    "it may write them"
  ),
  lifted: optional(
    dangers,
    "The options that make a danger harmless, such as a dry run, by the reason of the danger.",
    "none"
  ),
  synonyms: optional(
    listOf("a list of strings", words),
    "Options with several spellings, one list item each. Deny and ask rules match each of them.",
    "none"
  ),
  implied: optional(
    implied,
    "Options that other options imply, by the implied option, some with a value: `-r: -a --archive`, `-X POST: -d --data`. Deny and ask rules for it match each of them.",
    "none"
  ),
  forms: optional(
    oneOf("form", Object.keys(forms) as Array<FormName>),
    "The form of the operands. Deny and ask rules match an operand in each of its spellings.",
    "a path: `./a/` is `a`"
  ),
  commands: optional(
    commandPositions,
    "The positions of commands that the program starts. Deny and ask rules look at these commands too.",
    "those of `rest`"
  ),
  values: optional(
    listOf("a list of rules", valueRule),
    "The rules about the values of harmless options, and of dangerous ones that `of` names.",
    "any value is harmless"
  ),
  operands: optional(listOf("a list of rules", operandRule), "The rules about operands.", "any operand is harmless"),
  alone: optional(alone, "The program does harm without a subcommand.", "it does no harm"),
  input: optional(
    input,
    "The program reads commands from its input if no word names them, as in `echo x | psql`.",
    "it reads data"
  ),
  piped: optional(
    piped,
    "The program does harm if something is piped or redirected to it, as in `sftp host < orders`.",
    "it does no harm"
  ),
  subcommands: optional(
    asObject(mapOf("a map of subcommands", names("NAMES", "the subcommand"), subcommand)),
    "The subcommands by name, with blanks between nested names.",
    "none"
  )
}

/** The shape of a subcommand's words. */
export const subcommandShape: Shape<ListedWords> = recordOf("a subcommand", wordKeys, (given, at, reading) =>
  given.isProgram !== undefined &&
  Object.keys(listGivenKeys(given)).some((name) => name !== "isProgram" && name !== "asks")
    ? reading.fault(at, () => `a subcommand with ${quoted("isProgram")} has its words in the file of that program`)
    : listGivenKeys(given)
)

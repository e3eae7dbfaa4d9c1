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
    listOf("a list of texts", words)
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
    unless: optional(words, "The options with which it does none.", "-h, --help, -v and --version"),
    operands: optional(oneOf("value", ["any"]), "`any`: it does harm with operands as well.", "only without operands")
  },
  ({ reason = "", ...given }) => ({ reason, ...listGivenKeys(given) })
)

const inputKeys = recordOf(
  'the value of "input"',
  {
    unless: optional(
      words,
      "The options with which the program reads none.",
      "the options that print a help or a version"
    ),
    operands: optional(count(0), "The number of operands with which it reads none. 0: it always does.", "1")
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
    unless: optional(words, "The options with which it does none.", "--help and --version")
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
  manual: optional(anyText, "The manual from which the words were written, with its version.", "not named"),
  asks: optional(
    phrase,
    "The reason why a subcommand does harm, unless the rule that allows it names it.",
    "it asks nothing"
  ),
  namedAbove: optional(
    on,
    "A rule that names the subcommand above names this one as well, so that it asks only under a rule for the whole program.",
    "the rule has to name the subcommand itself"
  ),
  style: optional(
    style,
    "The way in which options are read. `words`: each option is a word with one dash (`find -name`). `dashes`: the same, and two dashes mean the same as one.",
    "as getopt reads them: letters in bundles (`-xzf`), and long names that may be shortened"
  ),
  skipsDashes: optional(on, "A value never begins with a dash and is never joined to a letter, as in yargs.", "it may"),
  everywhere: optional(on, "The options also stand after the subcommands.", "only before them"),
  shortens: optional(on, "Subcommands may be shortened.", "they are written out"),
  isProgram: optional(on, "The subcommand is the name of a program with a file.", "it is a word of this program"),
  targets: optional(
    on,
    "Each operand is an order, as in `make`: a rule that names one covers no other.",
    "operands are data"
  ),
  objects: optional(
    count(1),
    "The position of the first operand that is acted on, such as a package or a container: a rule that names it covers no further one.",
    "operands are data"
  ),
  runsOperands: optional(on, "Each operand is code that runs.", "operands are data"),
  before: optional(count(1), "The number of operands before the subcommand, or before the command of `rest`.", "0"),
  rest: optional(
    oneOf("reader", ["itself", "script", "command", "behind dashes", "data behind dashes", "anyone"]),
    "The reader of the words after the first operand. `itself`: the program, which takes no options there. `script`: the script that the operand names, by the file of its name if there is one. `command`: the operand is a program. `behind dashes`: a command stands after `--`. `data behind dashes`: the words after `--` are pasted into the commands of an order. `anyone`: nothing is known, and only dangers count.",
    "the program, options among them"
  ),
  otherwise: optional(
    oneOf("meaning", ["script", "command"]),
    "The meaning of a word other than a subcommand.",
    "it is unknown, and does harm"
  ),
  options: optional(words, "The harmless options.", "only `--help`"),
  dangers: optional(dangers, "The options that do harm, by the reason why.", "none is known"),
  readsMore: optional(
    dangers,
    "The options that do harm only by what they make the program read, by the reason why. Others may write.",
    "none is known"
  ),
  onlyReads: optional(
    on,
    "A command writes none of the files that its words name, except by words that do harm.",
    "it may write them"
  ),
  lifted: optional(
    dangers,
    "The options with which a danger does no harm, as those of a dry run, by the reason of the danger.",
    "none"
  ),
  synonyms: optional(
    listOf("a list of texts", words),
    "The options with several spellings, one list item each. Deny and ask rules match each of them.",
    "none"
  ),
  implied: optional(
    implied,
    "The options that other options mean as well, by the option that is meant, some with a value: `-r: -a --archive`, `-X POST: -d --data`. Deny and ask rules for it match each of them.",
    "none"
  ),
  forms: optional(
    oneOf("form", Object.keys(forms) as Array<FormName>),
    "The form of the operands. Deny and ask rules match an operand in each of its spellings.",
    "a path: `./a/` is `a`"
  ),
  commands: optional(
    commandPositions,
    "The places of commands that the program starts. Deny and ask rules look at these commands too.",
    "those of `rest`"
  ),
  values: optional(
    listOf("a list of rules", valueRule),
    "The rules about the values of harmless options, and of dangerous ones that `of` names.",
    "any value is harmless"
  ),
  operands: optional(listOf("a list of rules", operandRule), "The rules about operands.", "any operand is harmless"),
  alone: optional(alone, "The program does harm without a subcommand.", "it does none"),
  input: optional(
    input,
    "The program reads orders from its input if no word names them, as in `echo x | psql`.",
    "it reads data"
  ),
  piped: optional(
    piped,
    "The program does harm if something is piped or redirected to it, as in `sftp host < orders`.",
    "it does none"
  ),
  subcommands: optional(
    asObject(mapOf("a map of subcommands", names("NAMES", "the subcommand"), subcommand)),
    "The subcommands by their names, with blanks between the names of one.",
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

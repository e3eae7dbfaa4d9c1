import type { HasOption } from "./AskedWord.ts"
import type { ClosedList, Implied } from "./ClosedList.ts"
import type { Danger } from "./Danger.ts"
import { decideBy } from "./decideBy.ts"
import { forms } from "./forms/forms.ts"
import { inspections } from "./inspections.ts"
import type { Program, ProgramFacts, Spelling } from "./Program.ts"
import type { ListedWords, OpenWords, ProgramFile, StatedFact } from "./ProgramFile.ts"
import { readPattern } from "./readPattern.ts"

/** Compiles a program's file into the form in which commands are checked. */
export const compilePrograms = (file: ProgramFile): ReadonlyArray<Program> => {
  const { names, open, also } = file
  const trusted = {
    names,
    ...(file.harmlessWith === undefined ? {} : { harmlessWith: file.harmlessWith }),
    ...(file.projectTool === undefined ? {} : { projectTool: true as const })
  }
  const shared = {
    ...trusted,
    ...(file.printsFiles === undefined ? {} : { printsFiles: file.printsFiles }),
    ...(file.passesLines === undefined ? {} : { passesLines: file.passesLines }),
    ...(file.printsInput === undefined ? {} : { printsInput: true as const }),
    ...(file.feedsShell === undefined ? {} : { feedsShell: split(file.feedsShell) }),
    ...(file.oneProgram === undefined ? {} : { oneProgram: true as const }),
    ...(file.facts === undefined ? {} : { facts: factsIn(file.facts) }),
    ...(file.launcher === undefined ? {} : { launcher: file.launcher }),
    ...(file.writesTo === undefined ? {} : { writesTo: file.writesTo }),
    ...(file.synonyms === undefined ? {} : { synonyms: file.synonyms.map(split) }),
    ...(file.bundlesFirst === undefined ? {} : { bundlesFirst: true as const }),
    ...(file.spellings === undefined ? {} : { spellings: spellingsIn(file.spellings) }),
    ...(file.aliases === undefined ? {} : { aliases: file.aliases.map(split) }),
    ...(file.shortensAliases === undefined ? {} : { shortens: true as const })
  }
  if (open !== undefined) return [{ ...shared, ...openIn(open), ...startingIn(open, file.commands) }]
  const listed = { ...shared, closed: listIn(file) }
  return also === undefined ? [listed] : [{ ...trusted, ...openIn(also) }, listed]
}

const spellingsIn = (spellings: NonNullable<ProgramFile["spellings"]>): ReadonlyArray<Spelling> =>
  Object.entries(spellings).flatMap(([plain, others]) =>
    others.map((other) => {
      const words = split(other)
      const last = words.at(-1) ?? ""
      return last.startsWith("/")
        ? { plain: split(plain), other: words.slice(0, -1), operand: readPattern(last) }
        : { plain: split(plain), other: words }
    })
  )

const openIn = ({ valued, style, dangers, inspect }: OpenWords): Omit<Program, "names"> => ({
  ...(valued === undefined ? {} : { valued }),
  ...(style === undefined ? {} : { hasWordOptions: true }),
  ...(dangers === undefined ? {} : { dangers: dangersIn(dangers) }),
  ...(inspect === undefined ? {} : { inspect: inspections[inspect] })
})

/** Returns the positions at which an unlisted program starts commands. */
const startingIn = (
  { style, valued = "" }: OpenWords,
  commands: ProgramFile["commands"]
): Pick<Program, "starting"> => {
  if (commands === undefined) return {}
  const options = [...valued].map((letter) => `-${letter}=`).join(" ")
  return { starting: defined<ClosedList>({ style, options, commands }) }
}

const hasNone: HasOption = () => false

const listIn = (words: ListedWords): ClosedList => {
  const { manual, asks, style, options, dangers, values, operands, alone, input, subcommands, synonyms, commands } =
    words
  const { piped, namedAbove, skipsDashes, everywhere, shortens, isProgram, targets, objects } = words
  const { runsOperands, before, rest, otherwise } = words
  const decideValue = values === undefined ? undefined : decideBy(values)
  const named = values?.filter(({ of }) => of !== undefined) ?? []
  const decideDanger = named.length === 0 ? undefined : decideBy(named)
  const decideOperand = operands === undefined ? undefined : decideBy(operands)
  return defined({
    source: manual,
    asks,
    namedAbove,
    style,
    options,
    skipsDashes,
    everywhere,
    shortens,
    isProgram,
    targets,
    objects,
    runsOperands,
    before,
    rest,
    otherwise,
    commands,
    synonyms: synonyms?.map(split),
    implied: words.implied && impliedIn(words.implied),
    form: words.forms && forms[words.forms],
    onlyReads: words.onlyReads,
    dangers: (dangers ?? words.readsMore) && [
      ...dangersIn(dangers ?? {}),
      ...dangersIn(words.readsMore ?? {}).map((danger) => ({ ...danger, reads: true as const }))
    ],
    lifted: words.lifted && dangersIn(words.lifted),
    value:
      decideValue &&
      ((option: string, word: string, given: ReadonlySet<string>, has: HasOption = hasNone, isNamed = false) =>
        decideValue({ word, option, before: [], given, has, isNamed })),
    dangerousValue:
      decideDanger &&
      ((option: string, word: string, given: ReadonlySet<string>, has: HasOption = hasNone, isNamed = false) =>
        decideDanger({ word, option, before: [], given, has, isNamed })),
    operand:
      decideOperand &&
      ((word: string, earlier: ReadonlyArray<string>, given: ReadonlySet<string>, has: HasOption = hasNone) =>
        decideOperand({ word, before: earlier, given, has })),
    alone: alone && aloneBy(alone),
    input: input && inputBy(input === true ? {} : input),
    piped: piped && aloneBy({ unless: "", ...piped, operands: "any" }),
    subcommands:
      subcommands && Object.fromEntries(Object.entries(subcommands).map(([names, list]) => [names, listIn(list)]))
  })
}

const impliedIn = (implied: Readonly<Record<string, string>>): ReadonlyArray<Implied> =>
  Object.entries(implied).map(([meant, options]) => {
    const [option = "", ...value] = split(meant)
    return { option, ...(value.length === 0 ? {} : { value: value.join(" ") }), by: split(options) }
  })

const aloneBy = ({ reason, unless, operands }: NonNullable<ListedWords["alone"]>): NonNullable<ClosedList["alone"]> => {
  const ending = unless === undefined ? ["-h", "--help", "-v", "--version"] : ["--help", "--version", ...split(unless)]
  return (given, found) =>
    (operands !== "any" && found.length > 0) || ending.some((option) => given.has(option)) ? undefined : reason
}

const printing = "--version -version -v -V -h -help --help -?"
/** The options whose value is code or the name of a code file. Their reasons are given elsewhere. */
const holding = split("-c -e -E -m --eval --command --execute --run --module --print")

const inputBy = ({
  unless = printing,
  operands = 1
}: {
  readonly unless?: string
  readonly operands?: number
}): NonNullable<ClosedList["input"]> => {
  const ending = [...split(unless), ...holding]
  return (given, found) =>
    (operands > 0 && found.length >= operands) || ending.some((option) => given.has(option))
      ? undefined
      : "reads commands from its input"
}

const factNames = {
  starts: "startsPrograms",
  writes: "writesFiles",
  network: "reachesNetwork",
  folder: "folderDecides"
} as const

const factsIn = ({ source = "", ...facts }: NonNullable<ProgramFile["facts"]>): ProgramFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]: [string, StatedFact]) => [
      factNames[name as keyof typeof factNames],
      typeof fact === "string" ? { reason: fact, source } : fact
    ])
  )

const dangersIn = (dangers: Readonly<Record<string, string>>): ReadonlyArray<Danger> =>
  Object.entries(dangers).map(([reason, options]) => ({ reason, options: split(options) }))

function split(words: string): ReadonlyArray<string> {
  return words.split(" ").filter((word) => word !== "")
}

const defined = <A extends object>(members: { readonly [Name in keyof A]: A[Name] | undefined }): A =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as A

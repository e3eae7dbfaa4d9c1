import { loadShellSyntax, type ShellSyntax } from "@toolgate/shell"
import { readGrammarFiles } from "@toolgate/shell/files"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case, Family } from "../Case.ts"
import { commands } from "../policy/commands.ts"
import { createRulesPolicy } from "../policy/createRulesPolicy.ts"
import { decideStream } from "../policy/decideStream.ts"
import type { Scale } from "../Scale.ts"

/** The numbers of commands in a text. */
const sizes = [1, 3, 10, 50]

/** Measures parsing a shell text for the first time and again, compared with the decision about a command. */
export const measureShellParsing = async ({ rules }: Scale): Promise<Family> => {
  const syntax = await loadShellSyntax(readGrammarFiles)
  const kind = commands("deny")
  const decision = `a decision about one command, ${rules} rules`
  const lengths = sizes.map((size) => ({ size, length: textOf(size, 0).length }))
  const nameOf = (what: string, { size, length }: (typeof lengths)[number]) =>
    `${what}, ${size} ${size === 1 ? "command" : "commands"}, ${length} characters`
  return {
    name: "policy.shell",
    title: "Reading a shell text",
    cases: [
      { name: decision, run: decideStream(createRulesPolicy(kind, rules, 1).judge, kind.stream(rules, 1)) },
      ...lengths.flatMap(
        (one): ReadonlyArray<Case> => [
          { name: nameOf("new", one), ...readingNew(syntax, one.size) },
          { name: nameOf("read before", one), ...readingAgain(syntax, one.size) }
        ]
      )
    ],
    figures: (measured) => [
      measured.figure(decision),
      ...lengths.flatMap((one) => [
        measured.figure(nameOf("new", one), decision),
        measured.figure(nameOf("read before", one), decision)
      ])
    ],
    notes: () => [
      "Each text arrives as a new string, as from JSON, so finding a text that was read before includes hashing it. The decision is about one command; a text needs one for each of its commands.",
      "The resolver reads a text before any policy is asked. These figures do not include resolving the words of commands as paths."
    ]
  }
}

type Reading = Pick<Case, "prepare" | "run" | "times">

let last = 0

const readingNew = (syntax: ShellSyntax, size: number): Reading => {
  const times = Math.max(1, Math.floor(400 / size))
  let texts: ReadonlyArray<string> = []
  return {
    times,
    prepare: () => {
      texts = Array.from({ length: times }, () => textOf(size, ++last))
    },
    run: async () => read(syntax, texts, size)
  }
}

const readingAgain = (syntax: ShellSyntax, size: number): Reading => {
  const times = 1000
  // A few texts that are parsed repeatedly. New texts do not evict them.
  const kept = Array.from({ length: 8 }, () => textOf(size, ++last))
  let texts: ReadonlyArray<string> = []
  return {
    times,
    prepare: () => {
      for (const text of kept) syntax.parts(text)
      texts = Array.from({ length: times }, (_, at) => copyOf(kept[at % kept.length] ?? ""))
    },
    run: async () => read(syntax, texts, size)
  }
}

const read = (syntax: ShellSyntax, texts: ReadonlyArray<string>, size: number) => {
  let right = 0
  for (const text of texts) if (syntax.parts(text).length === size) right++
  assertAllRight(right, texts.length)
}

const textOf = (size: number, number: number): string =>
  copyOf(
    Array.from({ length: size }, (_, at) => `git log --oneline -n ${10 + at} src/file${100_000 + number}.ts`).join(
      " && "
    )
  )

/** Returns a copy of a text in separate storage, in one piece and without a cached hash. */
const copyOf = (text: string): string => Buffer.from(text).toString()

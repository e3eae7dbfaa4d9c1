import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { escapeUnprintable, explainFileError, quoted } from "@toolgate/core"
import type { PolicyConfig, PolicyProblem, PolicyPrograms } from "@toolgate/policy"
import { listProgramNames, makeDoubtfulProgram, type ProgramFile } from "@toolgate/shell"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { resolveLinks } from "./resolveLinks.ts"

/**
 * Loads the files of the folder that a configuration names under `programs`. A file with a fault is replaced by its
 * problems: every word of its programs counts as harmful. If the fault hides which programs the file is about, this
 * applies to every program without another file. The other files still apply.
 */
export const loadPrograms = Effect.fnUntraced(function* (config: PolicyConfig) {
  if (config.programs === undefined) return config
  // The reader is loaded only if the policy has such files.
  const { readProgram } = yield* Effect.promise(() => import("@toolgate/program-facts/reading"))
  return { ...config, programs: readFolder(config.programs, readProgram) }
})

type ReadProgram = typeof import("@toolgate/program-facts/reading").readProgram

/** The largest number of files in a folder, and the largest size of a file in bytes. */
const bounds = { files: 1000, bytes: 256 * 1024 } as const

const readFolder = (given: PolicyPrograms, readProgram: ReadProgram): PolicyPrograms => {
  const { source } = given
  const folder = resolveLinks(given.folder) ?? given.folder
  const refused = (message: string): PolicyPrograms => ({
    ...given,
    problems: [{ source, message: `the folder of programs ${quoted(given.folder)} ${message}` }],
    isDoubtful: true
  })
  let names: ReadonlyArray<string>
  try {
    names = readdirSync(folder).toSorted()
  } catch (error) {
    return refused(`cannot be read: ${explainFileError(error, "read")}`)
  }
  const listed = names.filter((name) => /\.ya?ml$/i.test(name))
  if (listed.length > bounds.files) return refused(`holds more than ${bounds.files} files`)
  const read = listed.map((name) => readFile(join(folder, name), readProgram))
  const files = read.flatMap(
    ({ program, names: own }) => program ?? (own === undefined ? [] : makeDoubtfulProgram(own))
  )
  return {
    ...given,
    folder,
    files,
    examples: read.flatMap(({ examples = [] }) => examples),
    paths: listed.map((name) => join(folder, name)),
    problems: [...read.flatMap(({ problems }) => problems), ...problemsTogether(read)],
    isDoubtful: read.some(({ program, names: own }) => program === undefined && own === undefined)
  }
}

interface ReadFile {
  readonly path: string
  readonly text: string
  readonly program?: ProgramFile
  /** The names of the programs in a file with a fault. Absent: the fault hides them. */
  readonly names?: ReadonlyArray<string>
  readonly examples?: PolicyPrograms["examples"]
  readonly problems: ReadonlyArray<PolicyProblem>
}

const readFile = (path: string, readProgram: ReadProgram): ReadFile => {
  const source = escapeUnprintable(path)
  const unread = (message: string) => ({ path, text: "", problems: [{ source: `${source}:1:1`, message }] })
  if (!path.endsWith(".yaml")) return unread('the name of the file has to end in ".yaml"; rename it')
  const file = readTextFile(path, "file", bounds.bytes)
  if ("fault" in file) return unread(file.fault)
  const { text } = file
  const read = readProgram(text, source)
  if ("faults" in read) {
    const { problems } = read.faults
    return { path, text, problems, ...(read.names === undefined ? {} : { names: read.names }) }
  }
  // Examples never affect verdicts.
  const { examples = [], ...program } = read.program
  const placed = examples.flatMap(({ rule, harmless = "", harmful = "" }) =>
    [harmless, harmful].flatMap((lines) =>
      lines.split("\n").flatMap((command) => {
        const one = { rule, command, isHarmful: lines === harmful, source: placeOf(command, path, text) }
        return command === "" ? [] : [one]
      })
    )
  )
  return { path, text, program, examples: placed, problems: [] }
}

const problemsTogether = (read: ReadonlyArray<ReadFile>): ReadonlyArray<PolicyProblem> => {
  const first = new Map<string, string>()
  const problems: Array<PolicyProblem> = []
  for (const { path, text, program } of read)
    for (const name of program?.names ?? []) {
      const other = first.get(name)
      if (other === undefined) first.set(name, path)
      else
        problems.push({
          source: placeOf(name, path, text),
          message: `${quoted(basename(other))} is about the program ${quoted(name)} as well; put both into one file`
        })
    }
  const known = new Set([...listProgramNames(), ...first.keys()])
  for (const { path, text, program } of read)
    for (const name of program === undefined ? [] : startedBy(program))
      if (!known.has(name))
        problems.push({
          source: placeOf(name, path, text),
          message: `the subcommand ${quoted(name)} has "isProgram", but no file is about ${quoted(name)}`
        })
  return problems
}

const startedBy = ({ subcommands = {} }: Pick<ProgramFile, "subcommands">): ReadonlyArray<string> =>
  Object.entries(subcommands).flatMap(([names, words]) =>
    words.isProgram === true ? names.split(/\s+/) : startedBy(words)
  )

const placeOf = (word: string, path: string, text: string): string => {
  const before = text.slice(0, Math.max(0, text.indexOf(word))).split("\n")
  return `${escapeUnprintable(path)}:${before.length}:${(before.at(-1) ?? "").length + 1}`
}

import { type ClosedList, type CommandPosition, findKnownPrograms, listProgramNames } from "@toolgate/program-facts"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findCommandsWithin } from "../../src/index.ts"

/** Whether a command may start another, judging by its words. */
const mayStart = (argv: ReadonlyArray<string>, wanted: ReadonlyArray<string>): boolean => {
  const begins = (words: ReadonlyArray<string>, at: number) => wanted.every((word, index) => words[at + index] === word)
  return findCommandsWithin(argv).commands.some(
    ({ argv: words, anywhere }) =>
      begins(words, 0) || (anywhere !== undefined && words.some((_, at) => at >= anywhere && begins(words, at)))
  )
}

/** A position in which a program starts a command. */
interface Starter {
  readonly name: string
  readonly wrap: (words: ReadonlyArray<string>) => ReadonlyArray<string>
}

const quoted = (words: ReadonlyArray<string>) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")

const starterAt = (before: ReadonlyArray<string>, place: CommandPosition): ReadonlyArray<Starter> => {
  const { of, from, as = of === undefined ? "words" : "text" } = place
  // Text inside a pattern, code or an encoding is tested in lists of commands.
  if (place.matches !== undefined || place.prefix !== undefined || as === "base64" || as === "code") return []
  const end = place.until?.[0]?.split(" ") ?? []
  const put = (words: ReadonlyArray<string>) => (as === "words" ? [...words, ...end] : [quoted(words)])
  const fillers = from === "--" ? ["--"] : Array.from({ length: (from ?? 1) - 1 }, (_, index) => `a${index}`)
  const options = of?.split(/\s+/).map((option) => option.replace(/[=>?]+$/, "")) ?? [undefined]
  return options.map((option) => ({
    name: [...before, option ?? `operand ${from}`].join(" "),
    wrap: (words) => [...before, ...(option === undefined ? fillers : [option]), ...put(words)]
  }))
}

const startersIn = (list: ClosedList, before: ReadonlyArray<string>): ReadonlyArray<Starter> => {
  const { commands = [], rest, before: skipped = 0, subcommands = {} } = list
  const places: ReadonlyArray<CommandPosition> = [
    ...commands,
    ...(rest === "command" ? [{ from: skipped + 1 }] : []),
    ...(rest === "behind dashes" ? [{ from: "--" } as const] : [])
  ]
  return [
    ...places.flatMap((place) => starterAt(before, place)),
    ...Object.entries(subcommands).flatMap(([names, one]) =>
      startersIn(one, [...before, ...Array.from({ length: skipped }, () => "b"), names.split(/\s+/)[0] ?? ""])
    )
  ]
}

// A joined value is not a separate word, and is tried below.
const isJoined = ({ name }: Starter) => /(?:-O|--open-files-in-pager|-H|--html|--gpg-program)$/.test(name)

const starters = listProgramNames()
  .flatMap((name) =>
    findKnownPrograms(name).flatMap(({ closed, starting, launcher }) => [
      ...[closed, starting].flatMap((list) => (list === undefined ? [] : startersIn(list, [name]))),
      ...(launcher === undefined || launcher.shell === "other"
        ? []
        : (launcher.commands ?? [{ from: launcher.shell === undefined ? 1 : 99 }]).flatMap((place) =>
            place.from === 99 ? [] : starterAt([name], place)
          ))
    ])
  )
  .filter((starter) => !isJoined(starter))

describe("findCommandsWithin", () => {
  it("knows hundreds of ways to start a command", () => {
    expect(starters.length).toBeGreaterThan(500)
  })

  it("finds a command after every starter of the files", () => {
    const hidden = starters.filter(({ wrap }) => !mayStart(wrap(["rm", "-rf", "x"]), ["rm", "-rf", "x"]))
    expect(hidden.map(({ name }) => name)).toEqual([])
  })

  it("finds a command after nested starters", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...starters), { minLength: 2, maxLength: 4 }), (nested) => {
        const command = ["rm", "-rf", "it's"]
        const argv = nested.reduce<ReadonlyArray<string>>((words, { wrap }) => wrap(words), command)
        expect(mayStart(argv, command)).toBe(true)
      }),
      runs(300)
    )
  })

  it.each([
    [
      ["git", "grep", "-Orm x"],
      ["rm", "x"]
    ],
    [
      ["fd", "--exec=rm", "x"],
      ["rm", "x"]
    ],
    [
      ["doppler", "--weird", "value", "run", "--", "rm", "x"],
      ["rm", "x"]
    ],
    [["docker", "run", "--weird", "value", "image", "rm"], ["rm"]],
    [
      ["npx", "--weird", "node", "rm", "x"],
      ["rm", "x"]
    ],
    [
      ["pwsh", "-EncodedCommand", "cgBtACAAeAA="],
      ["rm", "x"]
    ],
    [
      ["unknown", "--run", "a && rm x"],
      ["rm", "x"]
    ],
    [
      ["unknown", "it's && rm x"],
      ["rm", "x"]
    ]
  ])("%j may start %j", (argv, wanted) => {
    expect(mayStart(argv, wanted)).toBe(true)
  })

  it.each([
    [["git", "commit", "-m", "rm x"], ["rm"]],
    [["docker", "rm", "x"], ["rm"]],
    [["grep", "rm x", "f"], ["rm"]],
    [["echo", "rm", "x"], ["rm"]],
    [["find", ".", "-name", "rm"], ["rm"]],
    [["docker", "run", "--name", "rm", "image"], ["rm"]]
  ])("%j does not start %j", (argv, wanted) => {
    expect(mayStart(argv, wanted)).toBe(false)
  })

  it("reports that it cannot read all of a command with too many starters", () => {
    const deep = [...Array.from({ length: 20 }, () => "sudo"), "rm", "x"]
    expect(findCommandsWithin(deep).isFull).toBe(true)
    const wide = Array.from({ length: 400 }, () => "npx -c 'ls'").join("; ")
    expect(findCommandsWithin(["npx", "-c", wide]).isFull).toBe(true)
    const loops = Array.from({ length: 9 }, (_, index) => `for v${index} in 0 1 2 3 4 5 6 7 8 9; do`).join(" ")
    expect(findCommandsWithin(["npx", "-c", `${loops} x=1${"; done".repeat(9)}`]).isFull).toBe(true)
    expect(findCommandsWithin(["npx", "-c", "ls; ls"]).isFull).toBe(false)
  })

  it("visits a number of commands that does not depend on the nesting of starters", () => {
    const many = Array.from({ length: 3_000 }, () => "strace")
    expect(findCommandsWithin(["unknown", ...many, "rm"]).commands.length).toBeLessThan(200)
  })

  it("accepts any words", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "git",
        "-c",
        "npx",
        "--",
        "sh",
        "-x",
        "pwsh",
        "-enc",
        "find",
        "-exec",
        ";",
        "$(",
        "'",
        "a && b",
        "`x"
      ),
      fc.constantFrom(...listProgramNames())
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (argv) => {
        const { commands, isFull } = findCommandsWithin(argv)
        expect(isFull || commands.length <= 400).toBe(true)
        expect(commands.length).toBeLessThan(2_000)
      }),
      runs(1_000)
    )
  })
})

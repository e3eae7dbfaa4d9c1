import { readProgram } from "@toolgate/program-facts/reading"
import { describe, expect, it } from "vitest"
import { compare } from "../src/compare.ts"
import type { Described } from "../src/Described.ts"
import { draft } from "../src/draft.ts"
import { readHelp } from "../src/readHelp.ts"

const fileOf = (text: string) => {
  const read = readProgram(text, "x.yaml")
  if ("faults" in read) throw new Error(JSON.stringify(read.faults))
  return read.program
}

const described = (options: string, subcommands: Readonly<Record<string, Described>> = {}): Described => ({
  options: options
    .split(" ")
    .filter((name) => name !== "")
    .map((name) => ({ name, value: "" })),
  subcommands: new Map(Object.entries(subcommands))
})

describe("compare", () => {
  it("lists options that only the manual or only the file has", () => {
    const file = fileOf("names: [x]\noptions: -ab --color=? --old\ndangers: { writes: -o= --extra-* }\n")
    expect(compare(file, described("-a -b -o -O2 --color --extra-thing --new --help"))).toEqual([
      { at: "", unjudged: ["-O2", "--new"], unknown: ["--old"], apart: [] }
    ])
  })

  it("finds subcommands by any name, with the outer options that may follow them", () => {
    const file = fileOf(
      "names: [x]\neverywhere: true\noptions: -q\nsubcommands:\n  list ls: { options: --long }\n  y: { isProgram: true }\n"
    )
    const manual = described("-q", {
      "ls l": described("-q --long --wide"),
      y: described("--any"),
      unlisted: described("--any")
    })
    expect(compare(file, manual)).toEqual([{ at: "ls", unjudged: ["--wide"], unknown: [], apart: [] }])
  })

  it("lists names of one option that no synonyms join", () => {
    const file = fileOf(
      "names: [x]\noptions: -abc --all --brief --count\nsynonyms: [-a --all]\nsubcommands:\n  y:\n    synonyms: [-q --quiet]\n    options: -qv --quiet --verbose\n"
    )
    const manual = readHelp("  -a, --all   all\n  -b, --brief   brief\n  -c | --count   one or the other\n")
    const inner = readHelp("  -q, --quiet  quiet\n  -v, --verbose=N  verbose\n")
    const all = { ...manual, subcommands: new Map([["y", inner]]) }
    expect(compare(file, all).map(({ at, apart }) => [at, apart])).toEqual([
      ["", ["-b --brief"]],
      ["y", ["-v --verbose"]]
    ])
  })

  it("treats two dashes as one if the program does", () => {
    expect(compare(fileOf("names: [x]\nstyle: dashes\noptions: -run -count=\n"), described("--run -count"))).toEqual([])
  })
})

describe("draft", () => {
  it("is a valid file that judges every option, and makes none harmless", () => {
    const manual = described("-a --all -exec", {
      "run r": described("--fast", { now: described("-n") }),
      list: described("")
    })
    const file = fileOf(draft("x", "x --help", manual))
    expect(compare(file, manual)).toEqual([])
    expect(JSON.stringify(file)).not.toMatch(/"(?:options|harmless)"/)
    expect(file.subcommands?.["run r"]?.asks).toBe("is not judged yet")
  })
})

import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { findFailedRows, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { programFiles } from "../../bin/compile.mjs"
import { readProgram } from "../../src/reading.ts"

/** Returns the faults of a text, each with its line and column. */
const faultsOf = (text: string) => {
  const read = readProgram(text, "x.yaml")
  return "faults" in read ? read.faults.problems.map(({ source, message }) => `${source} ${message}`) : []
}

describe("the programs' files", () => {
  const files = programFiles()

  it("exist", () => {
    expect(files.length).toBeGreaterThan(700)
  })

  it("are valid, and parse like plain YAML", async () => {
    const rows = files.map((file) => [basename(file), file] as const)
    const failed = await findFailedRows(rows, (file) => {
      const text = readFileSync(file, "utf8")
      expect(readProgram(text, basename(file))).toEqual({ program: parse(text) })
    })
    expect(failed).toEqual({})
  })
})

describe("readProgram", () => {
  it.each([
    [
      "an unknown key",
      "names: [x]\noptoins: -a\n",
      'x.yaml:2:1 unknown key "optoins" in a program; did you mean "options"?'
    ],
    [
      "a command in an option that is not listed, and whose value is not written",
      "names: [x]\noptions: -a\ncommands:\n  - of: -a -b\n",
      'x.yaml:4:12 the option "-b" is not listed, so its value must be written: "-b="'
    ],
    [
      "a command without a place",
      "names: [x]\ncommands:\n  - as: text\n",
      'x.yaml:3:5 the position of a command has either "of" or "from"'
    ],
    [
      "a command at an invalid position",
      "names: [x]\nlauncher:\n  commands:\n    - from: all\n",
      'x.yaml:4:13 "from" must be a number from 1, or "--", not "all"'
    ],
    ["a file without names", "options: -a\n", 'x.yaml:1:1 a program needs the key "names"'],
    ["an empty list of names", "names: []\n", "x.yaml:1:1 a program needs a name"],
    ["a name twice", "names: [a, a]\n", 'x.yaml:1:1 the name "a" is in the list twice'],
    [
      "a path as a name",
      "names: [bin/x]\n",
      'x.yaml:1:9 "bin/x" is not the name of a program: it is empty, or has a blank or a slash'
    ],
    ["a wrong type", "names: x\n", 'x.yaml:1:8 "names" must be a list of names, not "x"; write ["x"]'],
    [
      "a flag that is false",
      "names: [x]\neverywhere: false\n",
      'x.yaml:2:13 "everywhere" must be true, not false; leave the key out for the opposite'
    ],
    [
      "an unknown matcher",
      "names: [x]\noperands:\n  - is: outsied\n    reason: is elsewhere\n",
      'x.yaml:3:9 unknown matcher "outsied"; did you mean "outside"?'
    ],
    [
      "an unknown check",
      "names: [x]\noperands:\n  - check: sed-scirpt\n",
      'x.yaml:3:12 unknown check "sed-scirpt"; did you mean "sed-script"?'
    ],
    [
      "an unknown inspection",
      "names: [x]\nopen: { inspect: pacmn }\n",
      'x.yaml:2:18 unknown inspection "pacmn"; did you mean "pacman"?'
    ],
    [
      "a rule without an outcome",
      "names: [x]\noperands:\n  - is: outside\n",
      'x.yaml:3:5 a rule needs an outcome: "reason", "check" or "harmless"'
    ],
    [
      "a rule with two outcomes",
      "names: [x]\noperands:\n  - reason: is written\n    harmless: true\n",
      'x.yaml:3:5 a rule has one outcome, not "reason" and "harmless"'
    ],
    [
      "a rule about operands that names an option",
      "names: [x]\noperands:\n  - of: -a\n    reason: is written\n",
      'x.yaml:3:5 unknown key "of" in a rule about operands; there are at, from, notAfter, with, without, is, isNot, equals, notEquals, matches, except, reason, check, harmless and reads'
    ],
    [
      "a rule about an option that is not listed",
      "names: [x]\noptions: -a --out=\nvalues:\n  - of: --outt\n    reason: is written\n",
      'x.yaml:4:9 unknown option "--outt" among the "options" and "dangers"; did you mean "--out"?'
    ],
    [
      "an option that is harmless and does harm",
      "names: [x]\noptions: -ab --force\ndangers:\n  deletes: -c\n  overwrites: >-\n    -d\n    --force=\n",
      'x.yaml:7:5 the option "--force" "overwrites", and is also among the harmless "options"'
    ],
    [
      "an option of a bundle that does harm",
      "names: [x]\noptions: -xzf=\ndangers: { writes: -z }\n",
      'x.yaml:3:20 the option "-z" "writes", and is also among the harmless "options"'
    ],
    [
      "a placeholder",
      "names: [x]\noptions: -a --out=FILE\n",
      'x.yaml:2:13 the option "--out=FILE" cannot be read: a value is not written out: "--out=" takes any, and rules under "values" say which do harm'
    ],
    [
      "an optional value in brackets",
      "names: [x]\noptions: --color[=WHEN]\n",
      'x.yaml:2:10 the option "--color[=WHEN]" cannot be read: only the signs "=", "==", "=?", "=>", "[no-]" and a "*" at the end have a meaning: "--color[=WHEN]" is "--color=?"'
    ],
    [
      "options with commas",
      "names: [x]\noptions: --one, --two\n",
      'x.yaml:2:10 the option "--one," cannot be read: options are separated by blanks, without commas'
    ],
    [
      "three dashes",
      "names: [x]\noptions: ---one\n",
      'x.yaml:2:10 the option "---one" cannot be read: an option has one or two dashes and a name'
    ],
    [
      "a word with one dash that is not a bundle",
      "names: [x]\noptions: -dry-run\n",
      'x.yaml:2:10 the option "-dry-run" cannot be read: with one dash, each character is an option; give the program "style: words" if "-dry-run" is one option'
    ],
    [
      "a value under open",
      "names: [x]\nopen: { dangers: { writes: -o= } }\n",
      'x.yaml:2:28 the word "-o=" cannot be read: options under "open" are written without their values: list letters that take a value in "valued"'
    ],
    [
      "open beside a list",
      "names: [x]\noptions: -a\nopen: {}\n",
      'x.yaml:1:1 a program has "open" or "options": with a list of harmless options, every other word does harm already'
    ],
    [
      "an option that takes a value and takes none",
      "names: [x]\noptions: -ax --all\n  -x=\n",
      'x.yaml:3:3 the option "-x" is given twice, here as "-x=" and before as "-ax"; keep what the manual says of its value'
    ],
    [
      "a danger that takes a value and takes none",
      "names: [x]\ndangers: { writes: --out=, deletes: --out }\n",
      'x.yaml:2:37 the option "--out" is given twice, here as "--out" and before as "--out="; keep what the manual says of its value'
    ],
    [
      "two subcommands of one name",
      "names: [x]\nsubcommands:\n  a b: {}\n  c b: {}\n",
      'x.yaml:4:3 the subcommand "b" is repeated, first on line 3'
    ],
    [
      "a fault in a subcommand",
      "names: [x]\nsubcommands:\n  a:\n    subcommands:\n      b: { opions: -a }\n",
      'x.yaml:5:12 unknown key "opions" in a subcommand; did you mean "options"?'
    ],
    [
      "a subcommand in the style of its program",
      "names: [x]\nstyle: words\nsubcommands:\n  a: { options: -dry-run, dangers: { runs: -dry-run= } }\n",
      'x.yaml:4:44 the option "-dry-run" "runs", and is also among the harmless "options"'
    ],
    [
      "a key twice",
      "names: [x]\noptions: -a\noptions: -b\n",
      'x.yaml:3:1 the key "options" is repeated, first on line 2'
    ],
    [
      "an alias",
      "names: &n [x]\naliases: *n\n",
      'x.yaml:1:8 anchors are not supported; put "&n" in quotes if you mean the text'
    ],
    [
      "a rule of another program",
      "names: [x]\nexamples:\n  - rule: y\n    harmful: y a\n",
      'x.yaml:3:11 "y" is not a name of this program'
    ],
    [
      "an example on both sides",
      "names: [x]\nexamples:\n  - rule: x\n    harmless: x a\n    harmful: x a\n",
      'x.yaml:5:14 the command "x a" is harmless and harmful at once'
    ],
    [
      "examples without commands",
      "names: [x]\nexamples:\n  - rule: x\n",
      'x.yaml:3:5 examples need commands under "harmless" or "harmful"'
    ]
  ])("refuses %s", (_what, text, fault) => {
    expect(faultsOf(text)).toContain(fault)
  })

  it("reports the faults of several places at once, in their order", () => {
    expect(
      faultsOf("names: [x]\noptions: -a ---b\noperands: [{ is: x }]\nrest: nobody\n").map(
        (fault) => fault.split(" ")[0]
      )
    ).toEqual(["x.yaml:2:13", "x.yaml:3:18", "x.yaml:4:7"])
  })

  it("reads every key as text", () => {
    const text = "names: [x]\nsubcommands:\n  __proto__: { options: -a }\n  constructor: {}\n"
    expect(readProgram(text, "x.yaml")).toEqual({ program: parse(text) })
  })

  it("refuses 50 MB before it parses them", () => {
    expect(faultsOf(`names: [x]\noptions: ${"-a ".repeat(17_000_000)}\n`)).toEqual([
      "x.yaml:1:1 the text is longer than 4 MiB; split the program's file into several files"
    ])
  })

  it("refuses 200 levels", () => {
    expect(faultsOf(`names: ${"[".repeat(200)}${"]".repeat(200)}\n`)).toEqual([
      expect.stringContaining("is nested too deeply")
    ])
    const nested = Array.from(
      { length: 200 },
      (_, level) => `${"  ".repeat(level)}subcommands:\n${"  ".repeat(level)} a:\n`
    )
    expect(faultsOf(`names: [x]\n${nested.join("")}`)).toEqual([expect.stringContaining("is nested too deeply")])
  })

  it("refuses aliases that would expand to a billion words", () => {
    const bomb = Array.from(
      { length: 9 },
      (_, at) => `a${at}: &a${at} [${Array(9).fill(at === 0 ? "x" : `*a${at - 1}`)}]\n`
    )
    expect(faultsOf(`names: [x]\n${bomb.join("")}`).length).toBeGreaterThan(0)
  })

  it("never throws", () => {
    const [example = ""] = programFiles()
      .filter((file) => basename(file) === "sed.yaml")
      .map((file) => readFileSync(file, "utf8"))
    const cut = fc.tuple(fc.nat(example.length), fc.nat(40), fc.string({ unit: "binary", maxLength: 8 }))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          cut.map(([at, length, put]) => example.slice(0, at) + put + example.slice(at + length))
        ),
        (text) => {
          const read = readProgram(text, "x.yaml")
          if ("faults" in read) expect(read.faults.problems.length).toBeGreaterThan(0)
          else expect(read.program).toEqual(parse(text.replace(/^\ufeff/, "")))
        }
      ),
      runs(200)
    )
  })
})

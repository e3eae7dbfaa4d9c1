import { type ClosedList, findKnownPrograms, listProgramNames } from "@toolgate/program-facts"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findUnlistedWords } from "../src/programs/findUnlistedWords.ts"
import { OptionNames } from "../src/programs/OptionNames.ts"
import { findDangerousWords } from "../src/programs.ts"

const danger = (reason: string, ...options: ReadonlyArray<string>) => ({ reason, options })

const found = (list: ClosedList, text: string, named = 1) => [
  ...new Set(findUnlistedWords(list, text.split(" "), named, findDangerousWords).map(({ word }) => word))
]

const getopt: ClosedList = {
  options: "-abc -n= -m=? --all --number= --maybe=? --two== --[no-]color --outline",
  dangers: [danger("writes", "-o=", "--output="), danger("starts", "-x")]
}

describe("a program that reads options as getopt does", () => {
  it.each([
    ["letters, alone and in a bundle", "p -a -bc x", []],
    ["a letter that is not listed", "p -z", ["-z"]],
    ["one in a bundle", "p -abz x", ["-abz"]],
    ["a separate value", "p -n -o x", []],
    ["a joined value", "p -no x", []],
    ["a value that the last letter of a bundle takes", "p -abn -x", []],
    ["a flag before a letter with a value", "p -aofile", ["-aofile"]],
    ["a joined value that may be left out", "p -m -x", ["-x"]],
    ["a joined value that looks like letters", "p -mx", []],
    ["a long option", "p --all --number 5 --number=5", []],
    ["a long option that is not listed", "p --zero", ["--zero"]],
    ["a long value that is an option elsewhere", "p --number --output", []],
    ["a long option with two values", "p --two -o -x y", []],
    ["a shortened one", "p --al --numb -x", []],
    ["a shortened one that may do harm", "p --outp=x", ["--outp=x"]],
    ["one that may be a harmless one or do harm", "p --out", ["--out"]],
    ["a whole one that another one begins with", "p --outline", []],
    ["one that may be one with a value and one without", "p --ma --n", ["--n"]],
    ["both forms of one that can be negated", "p --color --no-color", []],
    ["a flag that is given a truth", "p --all=true --color=false", []],
    ["a flag that is taken back, where that is not listed", "p --all=false", ["--all=false"]],
    ["a flag that is given something else", "p --all=x", ["--all=x"]],
    ["options behind operands", "p x -o y", ["-o"]],
    ["what stands behind two dashes", "p -- -o --output -z", []],
    ["two dashes as a value", "p -n -- -o x", ["-o"]],
    ["a dash alone", "p -", []],
    ["help", "p --help", []]
  ])("reads %s: %s", (_what, text, expected) => {
    expect(found(getopt, text)).toEqual(expected)
  })

  it("reports the reason and the option", () => {
    expect(findUnlistedWords(getopt, ["/bin/p", "-aofile", "-az", "--zero=1"], 1, findDangerousWords)).toEqual([
      { word: "-aofile", reason: "writes", name: "-o" },
      { word: "-az", reason: 'is not among the options of "p" that are known to be harmless', name: "-z" },
      { word: "--zero=1", reason: 'is not among the options of "p" that are known to be harmless', name: "--zero" }
    ])
  })
})

describe("words that a pattern names", () => {
  it.each([
    ["an option", "p -x", 2, []],
    ["an option, once", "p -x -x", 2, ["-x"]],
    ["an option, in this spelling", "p -o f --output=g", 3, ["--output=g"]],
    ["an option, whose value follows", "p -o -x y", 2, []],
    ["an option, whose value is named", "p -o f -o g", 3, ["-o"]],
    ["an unknown option", "p -z f", 2, []],
    ["one that may take the value of the next", "p -z -n -x", 2, ["-x"]]
  ])("are %s: %s", (_what, text, named, expected) => {
    expect(found(getopt, text, named)).toEqual(expected)
  })
})

it("an option with a value in the pattern must not be repeated in any spelling", () => {
  const again = (text: string, named: number) =>
    findUnlistedWords(getopt, text.split(" "), named, findDangerousWords, [["-n", "--number"]]).map(({ word }) => word)
  expect([again("p -n 5 -a x", 3), again("p -a -a x", 2), again("p -n 5 -n 6", 1)]).toEqual([[], [], []])
  expect([again("p -n 5 -n 6", 3), again("p -n 5 -an6", 3), again("p -n 5 --numb=6", 3)]).toEqual([
    ["-n"],
    ["-an6"],
    ["--numb=6"]
  ])
})

const tree: ClosedList = {
  options: "-v -n=",
  everywhere: true,
  dangers: [danger("reads settings", "--config=")],
  subcommands: {
    "list ls": { options: "-a" },
    "remove rm": { asks: "deletes", options: "-f" },
    group: { subcommands: { show: {} } },
    run: { rest: "script" },
    exec: { rest: "command", asks: "starts a program" }
  }
}

describe("a program with subcommands", () => {
  it.each([
    ["a harmless one", "p list -a x", 1, []],
    ["by its other name", "p ls -a", 1, []],
    ["one behind options", "p -v -n list rm", 1, ["rm"]],
    ["one that does harm", "p rm x", 1, ["rm"]],
    ["a named harmful one", "p rm -f x", 2, []],
    ["the help of one that does harm", "p rm --help", 1, []],
    ["one that does harm, and a word behind its help", "p rm --help x", 1, ["rm"]],
    ["an option of another one", "p list -f", 1, ["-f"]],
    ["an option of the program behind it", "p list -v", 1, []],
    ["a danger of the program behind it", "p list --config=x", 1, ["--config=x"]],
    ["one within another", "p group show x", 1, []],
    ["one that the other does not have", "p group hide", 1, ["hide"]],
    ["an unknown one", "p frob -z", 1, ["frob"]],
    ["a named unknown one", "p frob -z", 2, []],
    ["a danger of the program behind that", "p frob --config=x", 2, ["--config=x"]],
    ["one after an unknown option", "p -z list", 2, ["list"]],
    ["a script's words", "p run x --config=y -z", 1, []],
    ["options before the script", "p run -z x", 1, ["-z"]],
    ["a script after an unknown option", "p run -z x -q", 3, ["x"]],
    ["another program, and its words", "p exec sort -o x", 2, ["sort", "x"]],
    ["another program's words", "p exec sort -o x", 3, ["x"]],
    ["a tool of the project", "p exec prettier --check x", 2, []],
    ["a tool of the project, and its words", "p exec prettier --write x", 2, ["--write"]],
    ["another program's named words", "p exec sort -o x", 4, []]
  ])("reads %s: %s", (_what, text, named, expected) => {
    expect(found(tree, text, named)).toEqual(expected)
  })

  it("reads abbreviations like the program, with every possible meaning", () => {
    const ip: ClosedList = { shortens: true, subcommands: { show: {}, set: { asks: "changes" }, list: {} } }
    expect([found(ip, "ip sh"), found(ip, "ip s"), found(ip, "ip l"), found(ip, "ip q")]).toEqual([
      [],
      ["s"],
      [],
      ["q"]
    ])
  })
})

describe("a program whose options are words", () => {
  const words: ClosedList = {
    style: "words",
    options: "-name= -print -W*",
    dangers: [danger("deletes", "-delete", "-f*")]
  }
  const dashes: ClosedList = { ...words, style: "dashes" }

  it.each([
    ["p -name -delete -print", [], []],
    ["p -name=x -Wall", [], []],
    ["p -delete", ["-delete"], ["-delete"]],
    ["p --delete", ["--delete"], ["--delete"]],
    ["p --print", ["--print"], []],
    ["p -pr", ["-pr"], ["-pr"]],
    ["p -files", ["-files"], ["-files"]]
  ])("reads %s", (text, asWords, asDashes) => {
    expect([found(words, text), found(dashes, text)]).toEqual([asWords, asDashes])
  })
})

describe("operands", () => {
  it("do harm from a given position on, or for a given reason", () => {
    const one: ClosedList = { options: "-c", operands: { from: 2, reason: "is written" } }
    expect([found(one, "p a -c"), found(one, "p a -c b"), found(one, "p -- a b")]).toEqual([[], ["b"], ["b"]])
    const set: ClosedList = {
      operand: (word, before) => (before.includes("get") || word === "get" ? undefined : { reason: "sets" })
    }
    expect([found(set, "p get x"), found(set, "p x get")]).toEqual([[], ["x"]])
  })

  it("end the options if the program reads no options after them", () => {
    expect([found({ rest: "itself" }, "p x -z"), found({}, "p x -z")]).toEqual([[], ["-z"]])
  })

  it("are judged together with the two dashes before them", () => {
    const list: ClosedList = {
      operand: (_word, _before, given) => (given.has("--") ? { reason: "is a path" } : undefined)
    }
    expect(found(list, "p a")).toEqual([])
    expect(found(list, "p a -- b")).toEqual(["b"])
  })

  it("of an action are covered one by one if the pattern names the first", () => {
    expect(found({ objects: 1 }, "p a b", 2)).toEqual(["b"])
    expect(found({ objects: 1 }, "p a b")).toEqual([])
    expect(found({ objects: 2 }, "p pod a", 2)).toEqual([])
    expect(found({ objects: 2 }, "p pod a b", 3)).toEqual(["b"])
    expect(found({ objects: 1, operand: () => undefined }, "p a b=1", 2)).toEqual(["b=1"])
  })

  it("are judged if an unknown subcommand is a script", () => {
    const operand = (word: string) => (word === "deploy" ? { reason: "publishes" } : undefined)
    expect(found({ otherwise: "script", subcommands: {}, operand }, "p build")).toEqual([])
    expect(found({ otherwise: "script", subcommands: {}, operand }, "p deploy")).toEqual(["deploy"])
  })

  it("of a script are reported if they publish or discard in many programs", () => {
    expect(found({ rest: "script" }, "p manage.py test deploy", 2)).toEqual([])
    expect(found({ rest: "script" }, "p ./setup.py -q sdist upload", 2)).toEqual(["upload"])
    expect(found({ rest: "script" }, "p manage.py -v flush", 2)).toEqual(["flush"])
    expect(found({ rest: "script" }, "p manage.py flush", 3)).toEqual([])
  })

  it("may be harmful themselves", () => {
    const list: ClosedList = { dangers: [danger("writes", "of=*"), danger("reads its input", "-")] }
    expect([found(list, "dd if=x of=y"), found(list, "dd -")]).toEqual([["of=y"], ["-"]])
  })
})

it("checks the value of a dangerous option that the pattern names without a value", () => {
  const list: ClosedList = {
    dangers: [danger("is code", "-e=")],
    dangerousValue: (_option, value) => (value.includes("system") ? { reason: "starts a program" } : undefined)
  }
  expect(found(list, "p -e 1")).toEqual(["-e"])
  expect(found(list, "p -e 1", 2)).toEqual([])
  expect(found(list, "p -e system", 2)).toEqual(["system"])
})

it("never reads a usually harmful name as an abbreviation", () => {
  const list: ClosedList = { options: "--force-color --colorize" }
  expect(found(list, "p --force")).toEqual(["--force"])
  expect(found(list, "p --force-c --color")).toEqual([])
})

it("checks the values of options", () => {
  const list: ClosedList = {
    options: "-d=",
    value: (_option, value) => (value.startsWith("@") ? { reason: "reads" } : undefined)
  }
  expect([found(list, "p -d x"), found(list, "p -d @x"), found(list, "p -d@x")]).toEqual([[], ["@x"], ["-d@x"]])
})

interface Place {
  readonly words: ReadonlyArray<string>
  readonly list: ClosedList
}

/**
 * Returns every closed list beneath a list, with the words that lead to it. Lists are read in the style of the list
 * above.
 */
const places = (words: ReadonlyArray<string>, list: ClosedList): ReadonlyArray<Place> => [
  { words, list },
  ...Object.entries(list.subcommands ?? {}).flatMap(([names, one]) => {
    const next = [...words, ...Array(list.before ?? 0).fill("x"), names.split(/\s+/)[0] ?? ""]
    const style = one.style ?? list.style
    return one.isProgram ? [] : places(next, style === undefined ? one : { ...one, style })
  })
]

const programs = new Set(listProgramNames().flatMap(findKnownPrograms))
const closed = [...programs].flatMap(({ names: [name = ""], closed }) =>
  closed === undefined ? [] : places([name], closed)
)

describe("every list", () => {
  it("never covers an unlisted option, in any position", () => {
    const unknown = fc.constantFrom("--frobnicate", "--frobnicate=x", "-§", "-§x", "--frobnicate x")
    const strict = closed.filter(({ list }) => list.rest !== "anyone")
    fc.assert(
      fc.property(fc.constantFrom(...strict), unknown, fc.nat(), ({ words }, option, at) => {
        const given = words.toSpliced(1 + (at % words.length), 0, ...option.split(" "))
        expect(findDangerousWords(given).map(({ word }) => word)).toContain(option.split(" ")[0])
      }),
      runs(5000)
    )
  })

  it("never covers an unlisted subcommand", () => {
    for (const { words, list } of closed)
      if (list.subcommands !== undefined && list.otherwise !== "script")
        expect(findDangerousWords([...words, ...Array(list.before ?? 0).fill("x"), "frobnicate"])).not.toEqual([])
  })

  it("names its source", () => {
    expect([...programs].filter(({ closed }) => closed !== undefined && closed.source === undefined)).toEqual([])
  })

  it("never lists an option as both harmless and dangerous", () => {
    const both = closed.flatMap(({ words, list }) => {
      const dangers = new OptionNames({ dangers: list.dangers ?? [] }, list.style)
      const harmless = new OptionNames({ options: list.options ?? "" }, list.style)
      return harmless.all.flatMap(({ name }) => (dangers.exactly(name)?.name === name ? [[...words, name]] : []))
    })
    expect(both).toEqual([])
  })
})

import { readFileSync } from "node:fs"
import type { Beneath, RecordDescription, Shape } from "@toolgate/yaml-reading"
import { describe, expect, it } from "vitest"
import { checks } from "../../src/checks/checks.ts"
import { matchers } from "../../src/matchers.ts"
import { commandPositionShape, launcher } from "../../src/reading/commandShapes.ts"
import { programShape, wordForm } from "../../src/reading/programShape.ts"
import { operandRule, valueRule } from "../../src/reading/ruleShapes.ts"
import { readOption } from "../../src/readOption.ts"

const page = readFileSync(new URL("../../../../../docs/program-keys.md", import.meta.url), "utf8")

/** Returns a table with columns of equal width. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const [head = "", ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`
  )
  return `${head}| ${widths.map((width) => "-".repeat(width)).join(" | ")} |\n${lines.join("")}`
}

const keysIn = (beneath: ReadonlyArray<Beneath>): RecordDescription["keys"] => {
  const [record] = beneath.flatMap((each) => (each.kind === "keys" ? [each.record] : []))
  return record?.keys ?? {}
}

const keysOf = (shape: Shape<unknown> | undefined) => keysIn(shape?.beneath ?? [])

const rowsOf = (keys: RecordDescription["keys"]) =>
  Object.entries(keys).map(([name, { description, absent }]) => [
    `\`${name}\``,
    description.replaceAll("|", "\\|"),
    absent ?? "required"
  ])

/** The options that each form of the notation stands for. */
const notation: ReadonlyArray<readonly [string, string]> = [
  ["-v", "`-v`"],
  ["-abn=", "`-a`, `-b`, and `-n` with a value: `-n 5`, `-n5`, `-abn5`"],
  ["--all", "`--all`, also shortened if that is unambiguous"],
  ["--file=", "`--file` with a value: `--file x`, `--file=x`"],
  ["--arg==", "`--arg` with two words as its value"],
  ["--color=?", "`--color`, with a value only in the same word: `--color=always`"],
  ["-m=>", "`-m`, after which the words of another program follow"],
  ["--[no-]edit", "`--edit` and `--no-edit`"],
  ["--with-*", "every option that begins with `--with-`"]
]

describe("the page about programs", () => {
  it.each([
    [
      "the notation of options",
      table([["written", "stands for"], ...notation.map(([word, means]) => [`\`${word}\``, means])])
    ],
    [
      "the keys of a place of a command",
      table([["key", "meaning", "left out"], ...rowsOf(keysOf(commandPositionShape))])
    ],
    ["the keys of a launcher", table([["key", "meaning", "left out"], ...rowsOf(keysOf(launcher))])],
    ["the keys of a form of words", table([["key", "meaning", "left out"], ...rowsOf(keysOf(wordForm))])],
    ["the keys of a program", table([["key", "meaning", "left out"], ...rowsOf(keysOf(programShape))])],
    [
      "the keys of a rule",
      table([["key", "meaning", "left out"], ...rowsOf({ ...keysOf(valueRule), ...keysOf(operandRule) })])
    ],
    [
      "the keys of a list of dangers",
      table([["key", "meaning", "left out"], ...rowsOf(keysOf(keysOf(programShape).open?.shape))])
    ]
  ])("has the table of %s:", (_what, rows) => {
    expect(page).toContain(rows)
  })

  it("lists every matcher and every check", () => {
    const named = (title: string) =>
      [...(new RegExp(`^\\| ${title} .*\\n(?:\\|.*\\n)+`, "m").exec(page)?.[0] ?? "").matchAll(/^\| `([^`]+)`/gm)].map(
        ([, name]) => name
      )
    expect(named("matcher")).toEqual(Object.keys(matchers))
    expect(named("check")).toEqual(Object.keys(checks))
  })

  it("explains each form of the notation", () => {
    expect(
      notation.map(([word]) =>
        readOption(word, true)
          .map(({ name, takes }) => `${name} ${takes}`)
          .join(", ")
      )
    ).toEqual([
      "-v 0",
      "-a 0, -b 0, -n 1",
      "--all 0",
      "--file 1",
      "--arg 2",
      "--color joined",
      "-m program",
      "--edit 0, --no-edit 0",
      "--with-* 0"
    ])
  })
})

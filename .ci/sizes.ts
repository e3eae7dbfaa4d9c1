// Prints how large each package is, or with `--against REF` how much larger than at another commit. Counts the lines of
// TypeScript and JavaScript files that Git tracks or does not ignore. Files in a folder `test` count as tests.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { parseSync } from "rolldown/utils"

/** The lines of a file. A line with code and a comment is a line of code. */
export interface Lines {
  readonly code: number
  readonly comment: number
  readonly blank: number
}

/** Counts the lines of a source text. */
export const countLines = (file: string, text: string): Lines => {
  let rest = text
  for (const { start, end } of parseSync(file, text).comments)
    rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\s]/g, "\0") + rest.slice(end)
  const lines = { code: 0, comment: 0, blank: 0 }
  for (const line of rest.replace(/\n$/, "").split("\n"))
    lines[line.trim() === "" ? "blank" : /^[\s\0]*$/.test(line) ? "comment" : "code"]++
  return lines
}

/** The numbers of a package by column. A door's exports are in the column with the door's name. */
type Size = Readonly<Record<string, number>>

const heads = "files code comment blank median p90 longest tests t.code t.comment t.blank".split(" ")

/** Returns the sizes of all packages by name, and their total. */
export const sizesOf = (files: ReadonlyMap<string, string>): ReadonlyMap<string, Size> => {
  const owners = [...files.keys()]
    .filter((file) => /^(packages\/([^/]+\/)?|apps\/)[^/]+\/package\.json$/.test(file))
    .map((file) => dirname(file))
  const sources = [...files].filter(([file]) => /\.[cm]?[jt]s$/.test(file))
  const counted = sources.map(([file, text]) => ({
    owner: owners.find((owner) => file.startsWith(`${owner}/`)) ?? "the repository",
    isTest: /(^|\/)test\//.test(file),
    lines: countLines(file, text)
  }))
  const sizes = [...new Set(counted.map(({ owner }) => owner))].toSorted().map((owner): [string, Size] => {
    const own = counted.filter((one) => one.owner === owner)
    return [basename(owner), { ...sizeOf(own), ...exportsOf(files, owner) }]
  })
  const exported = sizes.map(([, size]) =>
    sum(Object.entries(size), ([head, count]) => (heads.includes(head) ? 0 : count))
  )
  const names = sum(exported, (count) => count)
  return new Map([...sizes, ["all", { ...sizeOf(counted), names, packages: owners.length }]])
}

const sizeOf = (files: ReadonlyArray<{ readonly isTest: boolean; readonly lines: Lines }>): Size => {
  const [product, tests] = [false, true].map((isTest) => files.filter((file) => file.isTest === isTest))
  const lengths = (product ?? [])
    .map(({ lines }) => sum(Object.values(lines), (count) => count))
    .toSorted((a, b) => a - b)
  const at = (part: number) => lengths[Math.floor(part * (lengths.length - 1))] ?? 0
  const count = (kind: keyof Lines, of = product) => sum(of ?? [], ({ lines }) => lines[kind])
  const numbers = [
    ...[lengths.length, count("code"), count("comment"), count("blank"), at(0.5), at(0.9), at(1)],
    ...[tests?.length ?? 0, count("code", tests), count("comment", tests), count("blank", tests)]
  ]
  return Object.fromEntries(heads.map((head, at) => [head, numbers[at] ?? 0]))
}

const sum = <A>(all: ReadonlyArray<A>, number: (one: A) => number) =>
  all.reduce((before, one) => before + number(one), 0)

/** Returns how many names each door of a package exports. */
const exportsOf = (files: ReadonlyMap<string, string>, owner: string): Size => {
  const { exports = {} } = JSON.parse(files.get(`${owner}/package.json`) ?? "{}")
  return Object.fromEntries(
    Object.entries<{ readonly "@toolgate/source"?: string }>(exports).flatMap(
      ([door, { "@toolgate/source": source }]) => {
        if (source === undefined) return []
        const file = join(owner, source)
        const { staticExports } = parseSync(file, files.get(file) ?? "").module
        return [[door, sum(staticExports, ({ entries }) => entries.length)]]
      }
    )
  )
}

const git = (args: ReadonlyArray<string>, input = "") => execFileSync("git", args, { input, maxBuffer: 2 ** 30 })

const isCounted = (file: string) => /^(packages|apps|\.ci)\/.*(\.[cm]?[jt]s|\/package\.json)$/.test(file)

/** Returns the files of the work tree. */
const filesHere = (): ReadonlyMap<string, string> => {
  const listed = String(git(["ls-files", "-co", "--exclude-standard"])).split("\n")
  const files = listed.filter((file) => isCounted(file) && existsSync(file))
  return new Map(files.map((file) => [file, readFileSync(file, "utf8")]))
}

/** Returns the files of a commit, without changing the work tree. */
const filesAt = (commit: string): ReadonlyMap<string, string> => {
  const listed = String(git(["ls-tree", "-r", "--full-tree", "--format=%(objectname) %(path)", commit])).split("\n")
  const files = listed.map((line) => line.split(" ") as [string, string]).filter(([, file = ""]) => isCounted(file))
  const all = git(["cat-file", "--batch"], files.map(([object]) => `${object}\n`).join(""))
  let from = 0
  return new Map(
    files.map(([, file]) => {
      const begin = all.indexOf("\n", from) + 1
      const length = Number(String(all.subarray(from, begin)).split(" ")[2])
      from = begin + length + 1
      return [file, String(all.subarray(begin, begin + length))]
    })
  )
}

/** Returns what has changed from one size to another. */
const difference = (before: Size = {}, after: Size = {}): Size =>
  Object.fromEntries(
    [...new Set([...heads, ...Object.keys(before), ...Object.keys(after)])].map((head) => [
      head,
      (after[head] ?? 0) - (before[head] ?? 0)
    ])
  )

const rowOf = (name: string, size: Size, show: (count: number) => string): ReadonlyArray<string> => {
  const doors = Object.entries(size).filter(([head, count]) => !heads.includes(head) && count !== 0)
  return [
    name,
    ...heads.map((head) => show(size[head] ?? 0)),
    doors.map(([door, count]) => `${door.replace(/^\.\/?/, "")} ${show(count)}`.trim()).join(", ")
  ]
}

const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const last = widths.length - 1
  const cell = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[0] ?? 0) : at === last ? text : text.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(cell).join("  ").trimEnd()).join("\n")
}

const showChange = (count: number) => (count === 0 ? "." : count > 0 ? `+${count}` : String(count))

if (import.meta.main) {
  const { against } = parseArgs({ options: { against: { type: "string" } } }).values
  const after = sizesOf(filesHere())
  const before = against === undefined ? undefined : sizesOf(filesAt(against))
  const names = new Set([...(before?.keys() ?? []), ...after.keys()])
  names.delete("all")
  const rows = [...names, "all"].map((name) =>
    before === undefined
      ? rowOf(name, after.get(name) ?? {}, String)
      : rowOf(name, difference(before.get(name), after.get(name)), showChange)
  )
  console.log(tableOf([["", ...heads, "exports"], ...rows]))
}

import type { Dirent } from "node:fs"
import { literalPattern, PathPattern } from "@toolgate/access"
import type { ResolvedPath } from "@toolgate/core"
import { joined } from "./joined.ts"

/** What is asked of the disk. */
interface LooseLooks {
  /** Where a path leads, or would; `undefined` where that cannot be told. */
  readonly at: (path: string) => ResolvedPath | undefined
  /** What a folder holds; nothing where it is none, or is looked at no more. */
  readonly entries: (folder: ResolvedPath) => Iterable<Dirent>
}

/** What a loose word leads to: the files that are there, and a pattern of all that may be, absolute. */
interface LoosePaths {
  readonly paths: ReadonlyArray<ResolvedPath>
  readonly glob: string | undefined
}

const none: LoosePaths = { paths: [], glob: undefined }

/**
 * Looks for what fits a form, which is written as a path of a shell is: `*` for characters of a name, `**` for folders. Where
 * the word is a number, `*` stands for its digits.
 */
export const loosePaths = (looks: LooseLooks, form: string, of: "number" | "file" | "text" = "file"): LoosePaths => {
  const names = form.split("/")
  const first = names.findIndex(isLoose)
  const before = first === -1 ? names : names.slice(0, first)
  const folder = `${before.map(plain).join("/")}${before.length > 0 ? "/" : ""}`
  const base = looks.at(folder === "" ? "." : folder)
  if (base === undefined) return none
  const rest = names.slice(before.length).filter((name) => name !== "" && name !== ".")
  if (rest.length === 0) return { paths: [base], glob: undefined }
  const glob = [literalPattern(base).replace(/\/$/, ""), ...rest].join("/")
  return { paths: [base, ...found(looks, base, rest, of === "number")], glob }
}

/** The names that a loose one stands for where its `*` is a number. */
const numbered = (name: string) =>
  new RegExp(
    `^${[...name.matchAll(/\\(.)|./gsu)].map(([one, plain = one]) => (one === "*" ? "-?[0-9]*" : escaped(plain))).join("")}$`,
    "su"
  )

const escaped = (plain: string) => plain.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

const isLoose = (name: string) => name.replaceAll(/\\./gsu, "").includes("*")

const plain = (name: string) => name.replaceAll(/\\(.)/gsu, "$1")

function* found(
  looks: LooseLooks,
  folder: ResolvedPath,
  names: ReadonlyArray<string>,
  isNumber: boolean
): Generator<ResolvedPath> {
  const [name, ...rest] = names
  if (name === undefined) return
  if (!isLoose(name)) {
    const path = looks.at(joined(folder, plain(name)))
    if (path !== undefined) yield* beneath(looks, path, rest, isNumber)
    return
  }
  if (name === "**") yield* found(looks, folder, rest, isNumber)
  const pattern = PathPattern.parse(`/${name === "**" ? "*" : name}`, { folded: false })
  for (const entry of looks.entries(folder)) {
    if (entry.name.startsWith(".") && !name.startsWith(".")) continue
    // What is no pattern fits anything, and so does a name that is not all of it Unicode.
    const fits = typeof pattern === "string" || entry.name.includes("\ufffd") || pattern.matches(`/${entry.name}`, "/")
    if (!fits || (isNumber && !numbered(name).test(entry.name))) continue
    const at = joined(folder, entry.name)
    const path = entry.isSymbolicLink() ? looks.at(at) : (at as ResolvedPath)
    if (path === undefined) continue
    if (name !== "**") yield* beneath(looks, path, rest, isNumber)
    else if (entry.isDirectory()) yield* found(looks, path, names, isNumber)
  }
}

function* beneath(
  looks: LooseLooks,
  path: ResolvedPath,
  rest: ReadonlyArray<string>,
  isNumber: boolean
): Generator<ResolvedPath> {
  if (rest.length === 0) yield path
  else yield* found(looks, path, rest, isNumber)
}

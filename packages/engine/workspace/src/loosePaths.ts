import type { Dirent } from "node:fs"
import type { ResolvedPath } from "@toolgate/core"
import { escapePattern, PathPattern } from "@toolgate/core/access"
import { joined } from "./joined.ts"

/** The looks at the disk that `loosePaths` needs. */
interface LooseLooks {
  /** Returns where a path leads, or would lead, or `undefined` when that cannot be told. */
  readonly at: (path: string) => ResolvedPath | undefined
  /** Returns the entries of a folder, or none when the path is no folder or no looks are left. */
  readonly entries: (folder: ResolvedPath) => Iterable<Dirent>
}

/**
 * The files that a loose word (a word known only in part) may name: those that exist, and an absolute pattern for all
 * that may come to exist.
 */
interface LoosePaths {
  readonly paths: ReadonlyArray<ResolvedPath>
  readonly glob: string | undefined
}

const none: LoosePaths = { paths: [], glob: undefined }

/**
 * Looks for the files that match a loose word. `form` is the word, written as a shell writes a pattern: `*` for
 * characters of a name, `**` for folders. When the word is a number, `*` stands for its digits only.
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
  const glob = [escapePattern(base).replace(/\/$/, ""), ...rest].join("/")
  return { paths: [base, ...found(looks, base, rest, of === "number")], glob }
}

/** Returns an expression for the names that match a loose name whose `*` is a number. */
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
    // A name that cannot be parsed as a pattern matches every entry. An entry whose name is not Unicode matches every
    // pattern.
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

import type { Dirent } from "node:fs"
import type { ResolvedPath } from "@toolgate/core"
import { escapePattern, PathPattern } from "@toolgate/core/access"
import { joinPath } from "./joinPath.ts"

/** The disk accesses that `findLoosePaths` needs. */
interface LooseLooks {
  /** Resolves a path, or returns `undefined`. */
  readonly at: (path: string) => ResolvedPath | undefined
  /** Returns the entries of a folder, or nothing if it is not a folder or no steps are left. */
  readonly entries: (folder: ResolvedPath) => Iterable<Dirent>
}

/** The files that a partly known word may name: existing files, and an absolute pattern for files created later. */
interface LoosePaths {
  readonly paths: ReadonlyArray<ResolvedPath>
  readonly glob: string | undefined
}

const none: LoosePaths = { paths: [], glob: undefined }

/**
 * Finds the files that match a partly known word. `form` is a shell pattern: `*` matches characters of a name, `**`
 * matches folders. If the word is a number, `*` matches digits only.
 */
export const findLoosePaths = (
  looks: LooseLooks,
  form: string,
  of: "number" | "file" | "text" = "file"
): LoosePaths => {
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

/** Returns a regular expression for a name whose `*` is a number. */
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
    const path = looks.at(joinPath(folder, plain(name)))
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
    const at = joinPath(folder, entry.name)
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

import type { Dirent } from "node:fs"
import { literalPattern, PathPattern, type ResolvedPath } from "@toolgate/core"
import { joined } from "./joined.ts"

/** What is asked of the disk. */
export interface LooseLooks {
  /** Where a path leads, or would; `undefined` where that cannot be told. */
  readonly at: (path: string) => ResolvedPath | undefined
  /** What a folder holds; nothing where it is none, or is looked at no more. */
  readonly entries: (folder: ResolvedPath) => Iterable<Dirent>
}

/** What a loose word leads to: the files that are there, and a pattern of all that may be, absolute. */
export interface LoosePaths {
  readonly paths: ReadonlyArray<ResolvedPath>
  readonly glob: string | undefined
}

const none: LoosePaths = { paths: [], glob: undefined }

/** Looks for what fits a form, which is written as a path of a shell is: `*` for characters of a name, `**` for folders. */
export const loosePaths = (looks: LooseLooks, form: string): LoosePaths => {
  const names = form.split("/")
  const first = names.findIndex(isLoose)
  const before = first === -1 ? names : names.slice(0, first)
  const folder = `${before.map(plain).join("/")}${before.length > 0 ? "/" : ""}`
  const base = looks.at(folder === "" ? "." : folder)
  if (base === undefined) return none
  const rest = names.slice(before.length).filter((name) => name !== "" && name !== ".")
  if (rest.length === 0) return { paths: [base], glob: undefined }
  const glob = [literalPattern(base).replace(/\/$/, ""), ...rest].join("/")
  return { paths: [base, ...found(looks, base, rest)], glob }
}

const isLoose = (name: string) => name.replaceAll(/\\./gsu, "").includes("*")

const plain = (name: string) => name.replaceAll(/\\(.)/gsu, "$1")

function* found(looks: LooseLooks, folder: ResolvedPath, names: ReadonlyArray<string>): Generator<ResolvedPath> {
  const [name, ...rest] = names
  if (name === undefined) return
  if (!isLoose(name)) {
    const path = looks.at(joined(folder, plain(name)))
    if (path !== undefined) yield* beneath(looks, path, rest)
    return
  }
  if (name === "**") yield* found(looks, folder, rest)
  const pattern = PathPattern.parse(`/${name === "**" ? "*" : name}`, { folded: false })
  for (const entry of looks.entries(folder)) {
    if (entry.name.startsWith(".") && !name.startsWith(".")) continue
    // What is no pattern fits anything, and so does a name that is not all of it Unicode.
    const fits = typeof pattern === "string" || entry.name.includes("\ufffd") || pattern.matches(`/${entry.name}`, "/")
    if (!fits) continue
    const at = joined(folder, entry.name)
    const path = entry.isSymbolicLink() ? looks.at(at) : (at as ResolvedPath)
    if (path === undefined) continue
    if (name !== "**") yield* beneath(looks, path, rest)
    else if (entry.isDirectory()) yield* found(looks, path, names)
  }
}

function* beneath(looks: LooseLooks, path: ResolvedPath, rest: ReadonlyArray<string>): Generator<ResolvedPath> {
  if (rest.length === 0) yield path
  else yield* found(looks, path, rest)
}

import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { packages } from "./packages.mjs"

const root = join(import.meta.dirname, "..")

/** A documentation comment of a source text. */
export interface Comment {
  /** The number of the line on which the comment begins, counted from 1. */
  readonly line: number
  /** The text without asterisks and indentation. */
  readonly words: string
  /** The source text after the comment. */
  readonly follows: string
  /** The bounds of the comment in the source text, with the white space around it on its lines. */
  readonly range: readonly [start: number, end: number]
}

/** Returns the documentation comments of a source text, in their order. */
export const commentsOf = (source: string): ReadonlyArray<Comment> =>
  [...source.matchAll(/^[ \t]*\/\*\*(?!\/)([\s\S]*?)\*\/[ \t]*\n?/gm)].map((found) => ({
    line: source.slice(0, found.index).split("\n").length,
    words: (found[1] ?? "")
      .replaceAll(/^[ \t]*\* ?/gm, "")
      .replaceAll("*\\/", "*/")
      .trim(),
    follows: source.slice(found.index + found[0].length).replaceAll(/^\s*\/\/.*\n/gm, ""),
    range: [found.index, found.index + found[0].length]
  }))

/** A name that a module exports. */
export interface Exported {
  readonly name: string
  /** The file of this repository that declares the name; `undefined` for a name of a package from outside. */
  readonly file: string | undefined
  /** The words of the declaration's documentation comment, if it has one. */
  readonly comment: string | undefined
}

/** Returns the names that a module exports, in their order, wherever they are declared. */
export const exportsOf = (file: string): ReadonlyArray<Exported> => {
  const source = readFileSync(file, "utf8")
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)"/gm)].flatMap(
    ([, names = "", from = ""]) =>
      names
        .split(",")
        .map((one) => one.trim().replace(/^type /, ""))
        .filter((one) => one !== "")
        .map((one) => {
          const [local = one, name = local] = one.split(" as ")
          return { ...declarationOf(fileOf(from, file), local), name }
        })
  )
  const modules = [...source.matchAll(/^export \* as (\w+) from "([^"]+)"/gm)].map(([, name = "", from = ""]) =>
    moduleOf(name, fileOf(from, file))
  )
  const own = [...source.matchAll(declared)].map(([, name = ""]) => declarationOf(file, name))
  return [...listed, ...modules, ...own]
}

const keyword = "export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\\*?|class|interface|type)"
const declared = new RegExp(`^${keyword} (\\w+)`, "gm")

const declarationOf = (file: string | undefined, name: string): Exported => {
  if (file === undefined) return { name, file, comment: undefined }
  const source = readFileSync(file, "utf8")
  if (![...source.matchAll(declared)].some(([, one]) => one === name)) {
    const passedOn = exportsOf(file).find((one) => one.name === name)
    if (passedOn === undefined) throw new Error(`No declaration of "${name}" was found in ${file}.`)
    return passedOn
  }
  return { name, file, comment: commentOf(source, name)?.words }
}

/** Returns the documentation comment of a declaration that a source text exports. */
export const commentOf = (source: string, name: string): Comment | undefined => {
  const begins = new RegExp(`^${keyword} ${name}\\b`)
  return commentsOf(source).find(({ follows }) => begins.test(follows))
}

/** A whole module that is exported under one name is documented by the comments of what it exports. */
const moduleOf = (name: string, file: string | undefined): Exported => {
  const comments = file === undefined ? [] : exportsOf(file).flatMap(({ comment }) => comment ?? [])
  return { name, file, comment: comments.length === 0 ? undefined : comments.join("\n") }
}

/** The source files of the doors of all packages, by the names that programs import them with. */
export const doors: Readonly<Record<string, string>> = Object.fromEntries(
  packages.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
    return Object.entries<{ readonly "@toolgate/source"?: string }>(exports).flatMap(([door, files]) => {
      const source = files["@toolgate/source"]
      return source === undefined ? [] : [[join(name, door), join(root, folder, source)]]
    })
  })
)

const fileOf = (from: string, importer: string): string | undefined => {
  if (!from.startsWith(".")) return doors[from]
  const file = join(dirname(importer), from)
  if (!existsSync(file)) throw new Error(`${importer} names "${from}", which does not exist.`)
  return file
}

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "rolldown/utils"

const packages = join(import.meta.dirname, "../../..")

/** A node of the syntax tree of a file. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly file: string
  readonly [child: string]: unknown
}

/** A member of a type. Its comment is what an editor shows. */
export interface Member {
  readonly file: string
  readonly name: string
  readonly comment: string
}

/** The declared types of the packages, with their documentation comments. */
export class TypeSources {
  private readonly sources = new Map<string, string>()
  private readonly declared = new Map<string, Array<Node>>()
  private readonly comments = new Map<string, Map<number, string>>()

  constructor(folders: ReadonlyArray<string>) {
    for (const path of folders.flatMap((folder) => globSync(join(folder, "**/*.ts"), { cwd: packages }))) {
      const source = readFileSync(join(packages, path), "utf8")
      const { program, comments } = parseSync(path, source)
      this.sources.set(path, source)
      this.comments.set(path, new Map(comments.map(({ end, value }) => [end + blanksAt(source, end), value])))
      for (const statement of program.body) {
        const whole = (("declaration" in statement && statement.declaration) || statement) as unknown as Node
        // The comment is before `export`.
        const { start } = statement
        for (const node of (whole.declarations as ReadonlyArray<Node> | undefined) ?? [whole]) {
          const { name } = (node.id ?? {}) as { readonly name?: string }
          if (name === undefined) continue
          this.declared.set(name, [...(this.declared.get(name) ?? []), { ...node, file: path, start }])
        }
      }
    }
  }

  /** Finds a type by its name: in the file, in the package of the file, or anywhere. */
  type(name: string, file: string): Node | undefined {
    const all = this.declared.get(name) ?? []
    const folder = file.slice(0, file.indexOf("/src/") + 1)
    return (
      all.find((node) => node.file === file) ??
      all.find((node) => node.file.startsWith(folder)) ??
      (all.length === 1 ? all[0] : undefined)
    )
  }

  /** Finds the property of a type: its own, inherited, or taken from another type. */
  property(name: string, within: Node, seen: Set<Node> = new Set()): Node | undefined {
    if (within.type === "TSFunctionType" || within.type === "ClassBody") return undefined
    if (within.type === "TSPropertySignature")
      return (within.key as { name: string }).name === name ? within : undefined
    for (const part of partsOf(within)) {
      const type = part.type === "Identifier" ? this.type(part.name as string, part.file) : part
      if (type === undefined || seen.has(type)) continue
      if (type !== part) seen.add(type)
      const found = this.property(name, type, seen)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Returns the documentation comment of a property, or else of its named type. */
  comment(property: Node): string {
    const own = this.commentAt(property)
    if (own !== undefined) return own
    const [named] = namesIn(this.typeOf(property)).flatMap((name) => this.type(name, property.file) ?? [])
    return (named === undefined ? undefined : this.commentAt(named)) ?? ""
  }

  /** Returns the type of a property. */
  typeOf({ typeAnnotation, file }: Node): Node {
    return { ...(typeAnnotation as { readonly typeAnnotation: Node }).typeAnnotation, file }
  }

  /** Returns the type of a property as written in the source. */
  typeText(property: Node): string {
    const { start, end, file } = this.typeOf(property)
    return (this.sources.get(file) ?? "")
      .slice(start, end)
      .replaceAll(/\s+/g, " ")
      .replace(/\{.*\}/, "{ … }")
      .replace(/^\(?(.*?)\)? \| undefined$/, "$1")
  }

  /**
   * Lists the members of a type and of the types that it refers to, each with its comment. Leaves out the parameters of functions, which
   * callers only read, and the types in `unwritten`.
   */
  members(within: Node, unwritten: ReadonlySet<string>, seen: Set<Node> = new Set()): ReadonlyArray<Member> {
    if (within.type === "TSFunctionType" || within.type === "ClassBody") return []
    if (within.type === "Identifier" && unwritten.has(within.name as string)) return []
    const named = within.type === "Identifier" ? this.type(within.name as string, within.file) : undefined
    if (named !== undefined) {
      if (seen.has(named) || named.type === "FunctionDeclaration" || named.type === "VariableDeclarator") return []
      seen.add(named)
      return this.members(named, unwritten, seen)
    }
    // A member that has to be absent, or whose name is a symbol, is not written.
    const isMember =
      (within.type === "TSPropertySignature" || within.type === "TSMethodSignature") &&
      within.computed !== true &&
      partsOf(within).every((part) => !partsOf(part).some(({ type }) => type === "TSUndefinedKeyword"))
    const { name, value } = (within.key ?? {}) as { readonly name?: string; readonly value?: string }
    return [
      ...(isMember ? [{ file: within.file, name: name ?? value ?? "", comment: this.commentAt(within) ?? "" }] : []),
      ...(within.type === "TSMethodSignature"
        ? []
        : partsOf({ ...within, key: undefined }).flatMap((part) => this.members(part, unwritten, seen)))
    ]
  }

  private commentAt({ file, start }: Node): string | undefined {
    const [text] = (this.comments.get(file)?.get(start) ?? "").replaceAll(/^[ \t]*\*[ \t]?/gm, "").split("```")
    return text === "" ? undefined : text?.replaceAll(/\s+/g, " ").trim()
  }
}

const blanksAt = (source: string, at: number): number => /^\s*/.exec(source.slice(at))?.[0].length ?? 0

/** Returns the children of a node. The members of an interface come before its base types. */
const partsOf = ({ id: _id, typeParameters: _parameters, body, ...node }: Node): ReadonlyArray<Node> =>
  [body, ...Object.values(node)]
    .flat()
    .filter((value): value is Node => typeof value === "object" && value !== null && "type" in value)
    .map((child) => ({ ...child, file: node.file }))

const namesIn = (node: Node): ReadonlyArray<string> =>
  node.type === "Identifier" ? [node.name as string] : partsOf(node).flatMap(namesIn)

import type { Ignore } from "ignore"
import type { FolderSource } from "./FolderSource.ts"

/** Folders that are skipped unless a call includes ignored files. */
const neverAsked: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", "node_modules"])

/** The rules of one `.gitignore`, and its folder. */
interface Rules {
  readonly folder: string
  readonly rules: Ignore
}

/** The rules for a folder: those of its `.gitignore` and of the walked folders above it. */
export class Ignored {
  private readonly chain: ReadonlyArray<Rules>
  private constructor(chain: ReadonlyArray<Rules>) {
    this.chain = chain
  }

  static readonly none = new Ignored([])

  /** Adds the rules of a folder's `.gitignore`. An unreadable file adds no rules. */
  async with(folder: string, source: FolderSource): Promise<Ignored> {
    const [content] = await source.read([joinPath(folder, ".gitignore")], mostBytes)
    if (content === undefined || typeof content === "string") return this
    const { default: ignore } = await import("ignore")
    const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(Buffer.from(content).toString("utf8"))
    return new Ignored([{ folder, rules }, ...this.chain])
  }

  /** Whether a path is ignored. Rules of the nearest folder take precedence. */
  has(path: string, name: string, isFolder: boolean): boolean {
    if (isFolder && neverAsked.has(name)) return true
    for (const { folder, rules } of this.chain) {
      const { ignored, unignored } = rules.test(
        `${folder === "" ? path : path.slice(folder.length + 1)}${isFolder ? "/" : ""}`
      )
      if (ignored || unignored) return ignored
    }
    return false
  }
}

/** Returns the path of a name in a folder. */
export const joinPath = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`)

const mostBytes = 1024 * 1024

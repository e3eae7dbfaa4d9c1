import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { one } from "./chance.ts"

/** A folder that contains a workspace, links into and out of the workspace, and a second folder. */
export class Places implements Disposable {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-policy-")))
  readonly workspace = join(this.base, "ws")

  constructor() {
    mkdirSync(join(this.workspace, "src/lib"), { recursive: true })
    mkdirSync(join(this.base, "other/sub"), { recursive: true })
    for (const file of ["ws/src/a", "ws/src/lib/b", "ws/.env", "other/secret"]) writeFileSync(join(this.base, file), "")
    symlinkSync("src", join(this.workspace, "link"))
    symlinkSync(join(this.workspace, "src"), join(this.workspace, "absolute"))
    symlinkSync("..", join(this.workspace, "src/up"))
    symlinkSync("../other", join(this.workspace, "out"))
    symlinkSync("../../.env", join(this.workspace, "src/lib/file-link"))
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true })
  }

  /** The path of a file in this folder that exists or may be made, as the file system spells it. */
  get path(): fc.Arbitrary<string> {
    const all = ["ws/src/a", "ws/src/lib/b", "ws/.env", "ws/src/new", "other/secret", "other/sub/new", "ws/new"]
    return one(all).map((path) => join(this.base, path))
  }

  /** Returns another spelling of an absolute path in this folder. */
  spelling(path: string): fc.Arbitrary<string> {
    return fc.tuple(fc.array(one(rewrites), { maxLength: 5 }), fc.boolean()).map(([steps, isRelative]) => {
      const spelled = steps.reduce((text, [from, to]) => text.replace(from, to), path.slice(this.base.length))
      if (!isRelative) return `${this.base}${spelled}`
      return spelled.replace(/^\/+/, "").startsWith("ws/") ? spelled.replace(/^\/+ws\/+/, "") : `..${spelled}`
    })
  }

  /** Returns the value with the paths of other worlds moved into this folder. */
  moved<A>(value: A): A
  moved(value: unknown): unknown {
    if (typeof value === "string")
      return value.replace(
        /(^|[(])(\/ws|\/etc|\/home\/me)(?=[/)]|$)/g,
        (_, open, root) => `${open}${this.base}${moves.get(root)}`
      )
    if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, this.moved(each)]))
    if (Array.isArray(value)) return value.map((each) => this.moved(each))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.moved(each)]))
  }
}

const moves = new Map([
  ["/ws", "/ws"],
  ["/etc", "/other"],
  ["/home/me", "/other"]
])

/** Rewrites of a part of a path that do not change where the path leads. */
const rewrites: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/ws\/src\//, "/ws/link/"],
  [/\/ws\/src\//, "/ws/absolute/"],
  [/\/ws\/src\//, "/ws/src/up/src/"],
  [/\/src\//, "/src/lib/../"],
  [/\/lib\//, "/lib//./"],
  [/\/ws\//, "//ws/./"],
  [/\/ws\//, "/ws/src/../"],
  [/\/ws\//, "/ws/src/up/"],
  [/\/ws\//, "/other/../ws/"],
  [/\/other\//, "/ws/out/"],
  [/\/other\//, "/other/sub/..//"],
  [/^\/ws\/\.env$/, "/ws/src/lib/file-link"]
]

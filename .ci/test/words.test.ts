import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, expect, it } from "vitest"
import { commentsOf, doors, exportsOf } from "../comments.ts"

const root = join(import.meta.dirname, "../..")

/** First words that do not say what a comment describes. `Whether` is allowed for booleans. */
const riddle =
  /^(Wh(at|ich|o|om|ose|ere|en)(ever)?|How|That|Why|It|Its|One|This|They|Those|These|Of|Told|Said|Held|So|And|But|Or|The same|The other|Likewise|Another)\b/

const sources = [
  "packages/{*,*/*}/{src,test,bin,bench}/**/*.{ts,mjs,cjs}",
  "apps/*/{src,test,bin,agents}/**/*.{ts,tsx,mjs,cjs}",
  ".ci/**/*.{ts,mjs}"
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted()

const documented = Object.entries(doors).flatMap(([door, file]) =>
  exportsOf(file).map((exported) => ({ door, ...exported }))
)

describe("documentation comments", () => {
  it("begin with what they describe", () => {
    const riddles = sources.flatMap((file) =>
      commentsOf(readFileSync(join(root, file), "utf8"))
        .filter(({ words }) => riddle.test(words))
        .map(({ line, words }) => `${file}:${line}: ${words.split("\n", 1)}`)
    )
    expect(sources.length).toBeGreaterThan(500)
    expect(riddles).toEqual([])
  })

  it("are at every export of every package", () => {
    const bare = documented.filter(({ file, comment }) => file !== undefined && comment === undefined)
    expect(bare.map(({ door, name, file = "" }) => `${door}: ${name} in ${relative(root, file)}`)).toEqual([])
  })

  it("show an example at every export of the two doors of an app", () => {
    const ours = documented.filter(({ door, file }) => /^toolgate(\/|$)/.test(door) && file !== undefined)
    const unshown = ours.filter(({ comment }) => !comment?.includes("```ts\n"))
    expect(unshown.map(({ door, name, file = "" }) => `${door}: ${name} in ${relative(root, file)}`)).toEqual([])
  })
})

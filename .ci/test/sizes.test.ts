import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { countLines } from "../sizes.ts"

it("counts code, comments and blank lines correctly, even in texts that look like comments", () => {
  const text = "/* é😀\n\n */\nconst a = `\n// text`\n\n  // b\nconst c = /\\/\\*/ // d\n/* e */ f()\n"
  expect(countLines("a.ts", text)).toEqual({ code: 4, comment: 3, blank: 2 })
})

it("the table has each package, and compares it with another commit", () => {
  const root = mkdtempSync(join(tmpdir(), "toolgate-sizes-"))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root })
  const program = join(import.meta.dirname, "../sizes.ts")
  const table = (...args: ReadonlyArray<string>) =>
    String(execFileSync(process.execPath, [program, ...args], { cwd: root })).replaceAll(/ +/g, " ")
  try {
    const door = { "@toolgate/source": "./src/index.ts" }
    write("packages/a/package.json", JSON.stringify({ exports: { ".": door, "./code": door } }))
    write("packages/a/src/index.ts", "// A.\nexport const a = 1\nexport type { B } from './b.ts'\n")
    write("packages/a/test/a.test.ts", "it()\n\n// B.\n")
    git("init", "--quiet")
    git("add", ".")
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "Begin")
    expect(table()).toBe(
      " files code comment blank median p90 longest tests t.code t.comment t.blank exports\n" +
        "a 1 2 1 0 3 3 3 1 1 1 1 2, code 2\n" +
        "all 1 2 1 0 3 3 3 1 1 1 1 names 4, packages 1\n"
    )
    write("packages/a/src/index.ts", "export const a = 1\n")
    write("packages/engine/b/package.json", "{}")
    write("packages/engine/b/src/b.ts", "b()\n")
    rmSync(join(root, "packages/a/test"), { recursive: true })
    expect(table("--against", "HEAD")).toBe(
      " files code comment blank median p90 longest tests t.code t.comment t.blank exports\n" +
        "a . -1 -1 . -2 -2 -2 -1 -1 -1 -1 -1, code -1\n" +
        "b +1 +1 . . +1 +1 +1 . . . .\n" +
        "all +1 . -1 . -2 -2 -2 -1 -1 -1 -1 names -2, packages +1\n"
    )
  } finally {
    rmSync(root, { recursive: true })
  }
})

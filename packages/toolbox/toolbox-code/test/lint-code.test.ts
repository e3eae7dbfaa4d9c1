import { chmod } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { type CodeSettings, codeTools, lintCode } from "../src/index.ts"

const lintCodeWith = (linters: NonNullable<CodeSettings["linters"]>) => {
  const tool = codeTools({ linters }).find(({ name }) => name === "lint_code")
  if (tool === undefined) throw new Error("There is no lint_code.")
  return tool
}

const biome = fileURLToPath(new URL("../../../../node_modules/.bin/biome", import.meta.url))

/** Returns a linter command that prints a text and exits with a status. */
const prints = (text: string, status = 1) => [
  process.execPath,
  "-e",
  `process.stdout.write(${JSON.stringify(text)}); process.exitCode = ${status}`
]

/** Outputs of ESLint 10 and of Ruff. */
const ofEslint = JSON.stringify([
  {
    filePath: "./a.eslint",
    messages: [
      {
        ruleId: "eqeqeq",
        severity: 1,
        message: "Expected '===' and instead saw '=='.",
        line: 2,
        column: 7,
        suggestions: []
      },
      {
        ruleId: "no-var",
        severity: 2,
        message: "Unexpected var.",
        line: 1,
        column: 1,
        fix: { range: [0, 9], text: "let x = 1" }
      },
      { ruleId: null, fatal: true, severity: 2, message: "Parsing error: Unexpected token =", line: 3, column: 9 }
    ]
  }
])
const ofRuff = JSON.stringify([
  {
    cell: null,
    code: "F401",
    message: "`os` imported but unused",
    filename: "/elsewhere/a.ruff",
    location: { column: 8, row: 1 },
    end_location: { column: 10, row: 1 },
    fix: { applicability: "safe", edits: [], message: "Remove unused import: `os`" }
  }
])

/** A linter that reports its own arguments as its only violation. */
const echo =
  'console.log(JSON.stringify([{ code: null, message: JSON.stringify(process.argv.slice(1)), filename: "a", location: { row: 1, column: 1 }, fix: null }]))'

const linters: NonNullable<CodeSettings["linters"]> = [
  { files: ["*.ts", "src"], command: [biome, "lint", "--reporter=json"], output: "biome" },
  { files: ["*.eslint"], command: prints(ofEslint), output: "eslint" },
  { files: ["*.ruff"], command: prints(ofRuff), output: "ruff" },
  { files: ["*.text"], command: prints("All is well.", 0), output: "ruff" },
  { files: ["*.crash"], command: prints("[]", 2), output: "ruff" },
  { files: ["*.broken"], command: ["./tools/broken"], output: "ruff" },
  { files: ["*.nowhere"], command: ["no-such-linter"], output: "ruff" },
  { files: ["*.words"], command: [process.execPath, "-e", echo, "{path}", "*", "$(touch ran)"], output: "ruff" },
  { files: ["*.slow"], command: [process.execPath, "-e", "setInterval(() => {}, 1000)"], output: "ruff" }
]

const file = (path: string, text = "") => ({ args: { path }, files: { [path]: text } })
const failing = (name: string, path: string, says: string) => ({
  name,
  ...file(path),
  says,
  class: "execution_error" as const
})

testTool(lintCodeWith(linters), {
  good: {
    name: "lints a file by the program that is set for its name",
    ...file("src/a.ts", "if (x == 2) debugger\nlet é = 1\n"),
    value: {
      violations: [
        { path: "src/a.ts", code: "lint/suspicious/noDoubleEquals", line: 1, column: 7, fixable: false },
        { path: "src/a.ts", code: "lint/suspicious/noDebugger", line: 1, column: 13 },
        { path: "src/a.ts", code: "lint/style/useConst", line: 2, column: 1, fixable: true },
        { path: "src/a.ts", code: "lint/correctness/noUnusedVariables", line: 2, column: 5 }
      ],
      total: 4,
      cut: false
    }
  },
  edge: [
    {
      name: "lints a folder",
      args: { path: "src" },
      files: { "src/a.ts": "debugger\n", "src/b.ts": "" },
      value: { total: 1 }
    },
    { name: "finds nothing", ...file("a.ts", "export const a = 1\n"), value: { violations: [], total: 0, cut: false } },
    {
      name: "reads the form of ESLint",
      ...file("a.eslint"),
      value: {
        violations: [
          { path: "a.eslint", code: "no-var", line: 1, column: 1, fixable: true },
          {
            path: "a.eslint",
            code: "eqeqeq",
            message: "Expected '===' and instead saw '=='.",
            line: 2,
            fixable: false
          },
          { path: "a.eslint", message: "Parsing error: Unexpected token =", line: 3, column: 9 }
        ]
      }
    },
    {
      name: "reads the form of Ruff",
      ...file("a.ruff"),
      value: { violations: [{ path: "/elsewhere/a.ruff", code: "F401", line: 1, column: 8, fixable: true }] }
    },
    {
      name: "hands a name that looks like an option over as a path, after the words of the settings as they stand",
      ...file("-a $(x).words"),
      value: { violations: [{ message: '["{path}","*","$(touch ran)","./-a $(x).words"]' }] }
    }
  ],
  bad: [
    failing("a file for which no linter is set", "a.nothing", 'under "linters"'),
    failing("what a linter prints in another form", "a.text", 'status 0 and printed no violations in the form "ruff"'),
    failing("a linter that fails and finds nothing", "a.crash", "exit status 2 and printed no violations"),
    failing("a file whose linter is not there", "a.nowhere", '"no-such-linter" of the settings is not there'),
    failing("a file whose linter is no program", "a.broken", "is not there"),
    {
      name: "a file outside of the workspace",
      args: { path: "../a.ts" },
      says: "workspace",
      class: "permission_denied"
    },
    { name: "no path", args: {}, says: "path" },
    { name: "an empty path", args: { path: "" }, says: "path" }
  ],
  cancel: file("a.slow"),
  worst: { ...file("a.slow"), ends: "limit" }
})

describe("lint_code", () => {
  it("explains the missing setting", async () => {
    await useGate([lintCode], { "a.ts": "" }, async ({ call }) => {
      const { error, executed } = await call("lint_code", { path: "a.ts" })
      expect({ class: error?.class, executed }).toEqual({ class: "execution_error", executed: "no" })
      expect(error?.message).toContain('in the settings of the toolbox, in the section "code" under "linters"')
    })
  })

  it("runs a program of the workspace only if the settings contain its path", async () => {
    const program = `#!${process.execPath}\nconsole.log("[]")\n`
    const [byName, byPath] = ["planted", "./bin/planted"].map((name) =>
      lintCodeWith([{ files: ["*"], command: [name], output: "ruff" }])
    )
    if (byName === undefined || byPath === undefined) throw new Error("There are too few tools.")
    const before = process.env.PATH
    try {
      for (const tool of [byName, byPath])
        await useGate([tool], { "bin/planted": program, a: "" }, async ({ call, workspace }) => {
          await chmod(join(workspace, "bin/planted"), 0o755)
          process.env.PATH = [join(workspace, "bin"), before].join(delimiter)
          const { error } = await call("lint_code", { path: "a" })
          if (tool === byPath) expect(error).toBeUndefined()
          else expect(error?.message).toContain('"planted" of the settings is not there')
        })
    } finally {
      process.env.PATH = before
    }
  })
})

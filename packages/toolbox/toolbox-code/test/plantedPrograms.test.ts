import { existsSync } from "node:fs"
import { chmod } from "node:fs/promises"
import { join } from "node:path"
import { shell } from "@toolgate/builtins"
import type { JsonObject, Tool } from "@toolgate/core"
import { useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { codeTools, gitStatus, pythonEval } from "../src/index.ts"
import { skipWithoutGit } from "./repository.ts"
import { changed } from "./waysToPrograms.ts"

skipWithoutGit()

const tests = codeTools({ tests: { command: ["true"] } })
const linters = codeTools({ linters: [{ files: ["*"], command: ["echo", "[]", "#"], output: "ruff" }] })
const named = (tools: ReadonlyArray<Tool>, name: string): Tool => {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`There is no ${name}.`)
  return tool
}

/** The programs that the tools or their wrapper scripts start. */
const programs = [
  "python3",
  "git",
  "sh",
  "true",
  "echo",
  "ls",
  "cat",
  "mktemp",
  "mkfifo",
  "tail",
  "head",
  "tee",
  "tr",
  "rm",
  "grep"
]

const calls: ReadonlyArray<readonly [Tool, JsonObject]> = [
  [pythonEval, { expression: "1" }],
  [gitStatus, {}],
  [named(tests, "run_tests"), {}],
  [named(linters, "lint_code"), { path: "a.txt" }],
  [shell, { command: "ls; cat a.txt | grep a; true" }]
]

it.each(calls.map(([tool, args]) => [tool.name, tool, args] as const))(
  "starts no program of the workspace in %s, even if PATH starts with one of its folders",
  async (name, tool, args) => {
    const script = "#!/bin/sh\n: >ran\n"
    const planted = Object.fromEntries(programs.map((program) => [`bin/${program}`, script]))
    const before = process.env.PATH
    try {
      await useGate([tool], { ...changed, ...planted }, async ({ call, workspace }) => {
        for (const program of programs) await chmod(join(workspace, "bin", program), 0o755)
        process.env.PATH = `${join(workspace, "bin")}:${before}`
        const { error } = await call(name, args)
        expect(existsSync(join(workspace, "ran"))).toBe(false)
        // The output after "echo" is not JSON, which proves that the linter ran.
        if (name === "lint_code") expect(error?.message).toContain("printed no violations")
        else expect(error).toBeUndefined()
      })
    } finally {
      process.env.PATH = before
    }
  }
)

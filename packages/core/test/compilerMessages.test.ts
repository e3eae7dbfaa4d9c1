import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const folder = join(import.meta.dirname, "../.cache/compiler-messages")

/** Returns the compiler errors as printed, one per line. Each statement is line 3 of a separate file. */
const errorsOf = (statements: ReadonlyArray<string>): ReadonlyArray<string> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = {
    extends: "../../../../tsconfig.base.json",
    compilerOptions: { noUnusedLocals: false },
    include: ["."]
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  for (const [at, statement] of statements.entries())
    writeFileSync(
      join(folder, `${at}.ts`),
      `import Type from "typebox"\nimport { defineTool, type Tool } from "../../src/index.ts"\nexport const made = ${statement}\n`
    )
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["--pretty", "false", "-p", folder], {
    cwd: folder,
    encoding: "utf8"
  })
  return stdout.trim().split("\n")
}

const parts = 'name: "a", description: "A.", parameters: Type.Object({ n: Type.Integer() })'
// The type of the tools that a gate takes.
const list = (tools: string) => `((list: ReadonlyArray<Tool> | Iterable<Tool>) => list)([${tools}])`

it("the compiler reports a missing class of side effects in one line, for any tool", () => {
  const definitions = [
    "execute: ({ n }) => n + 1",
    "make: () => ({ execute: ({ n }) => n + 1 })",
    'command: { argv: ["true"] }',
    'wasm: { module: "a.wasm" }',
    'execute: ({ n }) => n + 1, wasm: { script: "a.ts" }',
    'command: { argv: ["true"] }, risk: "LOW", effects: ["local_exec"]'
  ].map((way) => `defineTool({ ${parts}, ${way} })`)
  const whole = `((tool: Omit<Tool, "sideEffects">) => ${list("tool")})`
  const errors = errorsOf([...definitions, list(definitions[0] ?? ""), whole])
  expect(errors).toEqual([
    ...[...definitions, "in a list"].map((_, at) =>
      expect.stringMatching(
        new RegExp(
          `^${at}\\.ts\\(3,\\d+\\): error TS2741: Property 'sideEffects' is missing in type '.*' but required in type 'ToolOptions<.*>'\\.$`
        )
      )
    ),
    expect.stringMatching(
      /^7\.ts\(3,\d+\): error TS2741: Property 'sideEffects' is missing in type .* but required in type 'Tool'\.$/
    )
  ])
})

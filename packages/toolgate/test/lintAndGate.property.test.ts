import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { applyPatch, shell } from "@toolgate/builtins"
import { lintPolicy, loadPolicy } from "@toolgate/policy-files"
import { makeToolDefinition, runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { builtins, createToolgate } from "../src/index.ts"

const tools = [...builtins({ withHostTools: true }), applyPatch, shell]
const folder = mkdtempSync(join(tmpdir(), "toolgate-lint-"))

/** Returns the positions of the faults that prevent a gate from starting with a file, according to lint. */
const refusedByLint = (file: string): Promise<ReadonlyArray<string>> =>
  loadPolicy([file]).pipe(
    Effect.map((configs) =>
      lintPolicy(configs, tools.map(makeToolDefinition)).flatMap(({ level, source }) =>
        level === "error" ? [source] : []
      )
    ),
    Effect.catch(({ problems }) => Effect.succeed(problems.map(({ source }) => source))),
    Effect.runPromise
  )

const startsWith = async (file: string): Promise<boolean> => {
  try {
    await using _gate = await createToolgate({ workspace: folder, policy: { files: [file] }, tools })
    return true
  } catch {
    return false
  }
}

const patterns = fc.oneof(
  fc.constantFrom(
    ...["git * main", ":*", "src/../x", "dd if=:*", "curl http://:*", "A=1 npm test", "a | b", "a && b", "echo > x"],
    ...[
      "git log:*",
      "git log",
      "*",
      "**",
      "src/**",
      "src/[ab]",
      "a**b",
      "./src/",
      "src\\a",
      "domain:a.test",
      "domain:a/b"
    ],
    ...["'git' log", "'git log", "$HOME/x", "~/x", "git log:* ", "if x", "! ls", "# x", "\\;", "git st*"]
  ),
  fc.string({ maxLength: 12 })
)
const rule = fc
  .tuple(
    fc.constantFrom(
      "shell",
      "read_file",
      "write_file",
      "http_get",
      "group:read",
      "*",
      "mcp__a__*",
      "mcp__a__get_*",
      "no_such",
      "shel"
    ),
    fc.option(patterns, { nil: undefined })
  )
  .map(([tool, pattern]) => (pattern === undefined ? tool : `${tool}(${pattern})`))

it("a gate loads exactly the files without lint errors", async () => {
  const seen = { loaded: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("deny", "ask", "allow"),
      fc.array(rule, { minLength: 1, maxLength: 2 }),
      async (effect, rules) => {
        const file = join(folder, "toolgate.yaml")
        writeFileSync(file, `version: 1\nrules: { ${effect}: ${JSON.stringify(rules)} }\n`)
        const refused = await refusedByLint(file)
        for (const source of refused) expect(source).toMatch(/toolgate\.yaml:\d+:\d+$/)
        const loads = await startsWith(file)
        seen[loads ? "loaded" : "refused"]++
        expect([rules, refused.length === 0]).toEqual([rules, loads])
      }
    ),
    runs(60)
  )
  expect(Math.min(seen.loaded, seen.refused)).toBeGreaterThan(5)
})

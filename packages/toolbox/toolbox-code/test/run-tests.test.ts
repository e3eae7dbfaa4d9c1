import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { type CodeSettings, codeTools, runTests } from "../src/index.ts"

const runTestsWith = (tests: NonNullable<CodeSettings["tests"]>) => {
  const tool = codeTools({ tests }).find(({ name }) => name === "run_tests")
  if (tool === undefined) throw new Error("There is no run_tests.")
  return tool
}

const ofNode = runTestsWith({
  command: [
    process.execPath,
    "--test",
    "--test-reporter=junit",
    "--test-reporter-destination={report}",
    "--test-reporter=spec",
    "--test-reporter-destination=stdout"
  ],
  filter: "--test-name-pattern={filter}"
})

const suite = `
import assert from "node:assert"
import { test, suite } from "node:test"
test("adds", () => assert.equal(1 + 1, 2))
test("breaks <here>", () => assert.equal(1, 2, "one & two differ"))
test("comes later", { skip: true }, () => {})
suite("inside", () => {
  test("raises", () => { throw new Error("no") })
  test("adds more", () => {})
})
`
const endless =
  'import { test } from "node:test"\ntest("never ends", () => new Promise(() => setInterval(() => {}, 1000)))\n'

testTool(ofNode, {
  good: {
    name: "counts the tests, and says why some failed",
    args: {},
    files: { "a.test.mjs": suite },
    value: {
      ok: false,
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: [
        { name: "breaks <here>", message: expect.stringContaining("one & two differ\n") },
        { name: "inside > raises", message: expect.stringMatching(/^no\n/) }
      ],
      output: expect.stringContaining("✖ breaks <here>"),
      cut: false
    }
  },
  edge: [
    {
      name: "runs the tests of a folder by a filter",
      args: { path: "sub folder", filter: "^adds$" },
      files: { "sub folder/a.test.mjs": suite, "b.test.mjs": "throw new Error()" },
      value: { ok: true, passed: 1, failed: 0, failures: [] }
    },
    {
      name: "runs nothing where a filter finds nothing",
      args: { filter: "$(touch ran) {report}" },
      files: { "a.test.mjs": suite },
      value: { ok: true, failed: 0 }
    },
    {
      name: "counts a file that breaks as a failure",
      args: {},
      files: { "a.test.mjs": "throw new Error('broken')" },
      value: { ok: false, failed: 1, output: expect.stringContaining("Error: broken") }
    }
  ],
  bad: [
    { name: "a filter that would be an option", args: { filter: "--import=./a.mjs" }, says: "filter" },
    { name: "a filter that would be a file of arguments", args: { filter: "@a" }, says: "filter" },
    { name: "a filter of two lines", args: { filter: "a\nb" }, says: "filter" },
    {
      name: "a folder outside of the workspace",
      args: { path: "../x" },
      says: "workspace",
      class: "permission_denied"
    },
    {
      name: "a folder that there is not",
      args: { path: "nope" },
      says: /^The folder in "path" does not exist/,
      class: "not_found"
    },
    { name: "an argument that there is not", args: { command: "x" }, says: "command" }
  ],
  cancel: { args: {}, files: { "a.test.mjs": endless } },
  worst: { args: {}, files: { "a.test.mjs": endless }, ends: "limit" }
})

describe("run_tests", () => {
  const answerOf = async (tool: typeof runTests, args: { readonly filter?: string } = {}) => {
    let found: unknown
    await useGate([tool], {}, async ({ call }) => {
      const { error, output } = await call("run_tests", args)
      found = error?.message ?? output.value
    })
    return found
  }
  const printing = (text: string, status = 0) => [
    process.execPath,
    "-e",
    `console.log(${JSON.stringify(text)}); process.exitCode = ${status}`
  ]

  it("explains the missing setting", async () => {
    expect(await answerOf(runTests)).toContain('in the section "code" under "tests"')
  })

  it("counts nothing if the command is not set to write a report", async () => {
    const tool = runTestsWith({ command: printing("1 of 2 failed", 3) })
    expect(await answerOf(tool)).toEqual({ ok: false, failures: [], output: "1 of 2 failed\n", cut: false })
  })

  it("fails if the expected report is missing", async () => {
    const tool = runTestsWith({ command: [...printing("no such runner", 3), "{report}"] })
    expect(await answerOf(tool)).toBe(
      "The tests did not run to the end: the command ended with exit status 3 and wrote no report. It printed: no such runner"
    )
  })

  it("reports that the settings have no option for a filter", async () => {
    expect(await answerOf(runTestsWith({ command: printing("x") }), { filter: "a" })).toContain(
      'under "tests" as "filter"'
    )
  })

  it("reports a missing program", async () => {
    expect(await answerOf(runTestsWith({ command: ["no-such-runner"] }))).toContain('"no-such-runner" of the settings')
  })

  it("does not wait for processes that the tests leave behind", async () => {
    const leaving = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" }).unref(); process.exit()`
    expect(await answerOf(runTestsWith({ command: [process.execPath, "-e", leaving] }))).toMatchObject({ ok: true })
  })
})

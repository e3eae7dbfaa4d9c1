import { readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const tool = (name: string, script: string, examples: string) => ({
  "tools.yaml": `tools:
  - name: ${name}
    description: Tries.
    parameters: { text: { type: string, required: true } }
    implementation: { script: ./tool.mjs }
    examples: ${examples}
`,
  "tool.mjs": script
})

const count = "export default ({ text }) => ({ words: text.split(' ').length })"

const test = (cwd: string, ...args: ReadonlyArray<string>) =>
  toolgate(["tools", "test", "--catalogue", "tools.yaml", ...args], { cwd })

describe("toolgate tools test", () => {
  it("accepts the files of tools new, and leaves nothing behind", async () => {
    const cwd = folder()
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("toolgate-test-"))
    const before = left()
    await toolgate(["tools", "new"], { cwd })
    expect(await test(cwd)).toEqual({
      status: 0,
      stdout: `✓ word_count 1: words stand between any blanks
✓ word_count 2: a call without a text is refused
2 passed, 0 failed
`,
      stderr: ""
    })
    expect(left()).toEqual(before)
  })

  it("shows the differences from the expected value, in any order of members", async () => {
    const cwd = folder(tool("count", count, "[{ args: { text: a b }, expect: { value: { words: 3 } } }]"))
    expect(await test(cwd)).toEqual({
      status: 1,
      stdout: `✗ count 1
    another value:
       {
      -  "words": 3
      +  "words": 2
       }
0 passed, 1 failed
`,
      stderr: ""
    })
    const order = "export default () => ({ b: 1, a: [2] })"
    const same = folder(tool("order", order, "[{ args: { text: a }, expect: { value: { a: [2], b: 1 } } }]"))
    expect((await test(same)).status).toBe(0)
  })

  it("reports an unexpected, different or missing error", async () => {
    const examples =
      "[{ args: { text: a }, expect: { error: timeout } }, { args: {}, expect: { error: timeout } }, { args: {}, expect: {} }]"
    const { status, stdout } = await test(folder(tool("count", count, examples)))
    expect(status).toBe(1)
    expect(stdout).toContain("    expected the error timeout, and the call succeeded\n")
    expect(stdout).toMatch(/^ {4}expected the error timeout, and the call failed: .* \(validation_error\)$/m)
    expect(stdout).toMatch(/^ {4}the call failed: .* \(validation_error\)$/m)
  })

  it("gives a call the files of its example, and needs a policy that allows a call with a question", async () => {
    const cwd = folder({
      "tools.yaml": `tools:
  - name: find_text
    description: Finds lines.
    parameters: { text: { type: string, required: true }, path: { type: string, required: true } }
    resources: [{ kind: file, arg: /path, mode: r }]
    implementation: { command: [grep, -n, -F, --, "{text}", "{path}"] }
    examples: [{ args: { text: milk, path: a/list.txt }, files: { a/list.txt: "bread\\nmilk\\n" }, expect: { text: "2:milk" } }]
`,
      "allow.yaml": "version: 1\nrules: { allow: [find_text] }\n"
    })
    const asked = await test(cwd)
    expect(asked).toMatchObject({
      status: 1,
      stdout: "? find_text 1: needs an answer\n0 passed, 0 failed, 1 needs an answer\n"
    })
    expect(asked.stderr).toContain('name a policy that allows the call with "--policy"')
    const json = JSON.parse((await test(cwd, "--json")).stdout)
    expect(json).toMatchObject({ passed: 0, failed: 0, unanswered: 1, examples: [{ outcome: "unanswered" }] })
    expect(await test(cwd, "--policy", "allow.yaml")).toMatchObject({
      status: 0,
      stdout: "✓ find_text 1\n1 passed, 0 failed\n"
    })
  })

  it("runs only the examples of the named tools, and fails for an unknown tool and for one without examples", async () => {
    const cwd = folder(tool("count", count, "[{ args: { text: a }, expect: {} }]"))
    expect((await test(cwd, "count")).stdout).toBe("✓ count 1\n1 passed, 0 failed\n")
    const unknown = await test(cwd, "cuont")
    expect(unknown.status).toBe(2)
    expect(unknown.stderr).toBe(
      'toolgate: There is an unknown tool "cuont"; did you mean "count"? Name its file with "--catalogue".\n'
    )
    const none = await test(cwd, "shell")
    expect(none).toMatchObject({ status: 1, stdout: "0 passed, 0 failed\n" })
    expect(none.stderr).toContain('The tool "shell" has no examples')
    const bare = await toolgate(["tools", "test"], { cwd })
    expect(bare).toMatchObject({ status: 1, stderr: expect.stringContaining('"toolgate tools new"') })
  })
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { anthropicTextEditor } from "../../src/index.ts"
import { getAnswerText, openGate } from "./openGate.ts"

const call = (input: unknown) => ({ type: "tool_use", id: "toolu_1", name: "str_replace_based_edit_tool", input })
const policy = `
version: 1
rules:
  allow: [read_file, list_dir, "write_file(src/**)", "patch_file(src/**)", "insert_text(src/**)"]
  deny: ["read_file(**/.env)"]
`
const files = { "src/a.ts": "one\ntwo\nthree\n", "src/.env": "KEY=1\n", "b.ts": "b\n" }

describe("Anthropic's text editor", () => {
  it("views files with line numbers, ranges of lines, and folders", async () => {
    const { handle, folder } = await openGate(files, policy)
    const view = async (input: object) =>
      getAnswerText((await handle(anthropicTextEditor, call({ command: "view", ...input }))).answer)
    expect(await view({ path: "src/a.ts" })).toBe("1\tone\n2\ttwo\n3\tthree\n")
    expect(await view({ path: join(folder, "src/a.ts"), view_range: [2, 3] })).toContain("2\ttwo\n3\tthree\n")
    expect(await view({ path: "src/a.ts", view_range: [3, -1] })).toContain("3\tthree\n")
    expect(await view({ path: "src/" })).toBe(".env (6 bytes)\na.ts (14 bytes)")
    expect(await view({ path: "." })).toBe("src/\nb.ts (2 bytes)".split("\n").sort().join("\n"))
    expect(await view({ path: "src" })).toContain("To list a directory, view it with a slash at its end.")
  })

  it("creates, replaces and inserts as the rules for the gate's tools allow", async () => {
    const { handle, folder, asked } = await openGate(files, policy)
    const text = () => readFileSync(join(folder, "src/n.ts"), "utf8")
    const created = await handle(
      anthropicTextEditor,
      call({ command: "create", path: "src/n.ts", file_text: "a\nb\n" })
    )
    expect(getAnswerText(created.answer)).toBe("Created the file, with 4 bytes.")
    await handle(anthropicTextEditor, call({ command: "str_replace", path: "src/n.ts", old_str: "b", new_str: "c" }))
    expect(text()).toBe("a\nc\n")
    await handle(anthropicTextEditor, call({ command: "insert", path: "src/n.ts", insert_line: 1, insert_text: "x\n" }))
    expect(text()).toBe("a\nx\nc\n")
    await handle(anthropicTextEditor, call({ command: "str_replace", path: "src/n.ts", old_str: "x\n", new_str: "" }))
    expect(text()).toBe("a\nc\n")
    expect(asked).toEqual([])
    const other = await handle(anthropicTextEditor, call({ command: "create", path: "n.ts", file_text: "a" }))
    expect(other.executions).toMatchObject([{ toolName: "write_file", executed: "no" }])
    expect(asked.map(({ toolName }) => toolName)).toEqual(["write_file"])
  })

  it("never shows or changes a file that a rule hides from read_file", async () => {
    const { handle, folder, asked } = await openGate(files, policy)
    for (const input of [
      { command: "view", path: "src/.env" },
      { command: "view", path: "src/.env/" },
      { command: "view", path: "src/../src/.env", view_range: [1, 1] },
      { command: "create", path: "src/.env", file_text: "" },
      { command: "str_replace", path: "src/.env", old_str: "KEY", new_str: "" },
      { command: "insert", path: "src/.env", insert_line: 0, insert_text: "x" }
    ]) {
      const { executions, answer } = await handle(anthropicTextEditor, call(input))
      expect(executions).toMatchObject([{ executed: "no", error: { class: "permission_denied" } }])
      expect(getAnswerText(answer)).not.toContain("KEY")
    }
    expect(readFileSync(join(folder, "src/.env"), "utf8")).toBe("KEY=1\n")
    expect(asked).toEqual([])
  })

  it("uses the model's own names for arguments", async () => {
    const { handle } = await openGate(files, policy)
    const said = async (input: object) => getAnswerText((await handle(anthropicTextEditor, call(input))).answer)
    expect(await said({ command: "str_replace", path: "src/a.ts", old_str: "zwei", new_str: "2" })).toContain(
      'the text of "old_str"'
    )
    expect(await said({ command: "str_replace", path: "src/a.ts", old_str: "a", new_str: "a" })).toContain(
      '"old_str" and "new_str"'
    )
    expect(await said({ command: "str_replace", path: "src/a.ts", new_str: "2" })).toContain("old_str")
    expect(await said({ command: "insert", path: "src/a.ts", insert_line: 9, insert_text: "x" })).toContain(
      '"insert_line" is past the end'
    )
    expect(await said({ command: "create", path: "src/a.ts", file_text: 7 })).toContain("file_text")
    expect(await said({ command: "undo_edit", path: "src/a.ts" })).toContain(
      "The commands are view, create, str_replace and insert."
    )
    expect(await said({ command: "view", path: "src/a.ts", view_range: [3] })).toContain('"view_range"')
  })

  it.each([
    undefined,
    "view",
    [],
    {},
    { command: "view" },
    { command: "view", path: 7 },
    { command: "view", path: "src/a.ts", view_range: "1-2" },
    { command: "view", path: "src/a.ts", view_range: [1, 2, 3] },
    { command: "view", path: "src/a.ts", view_range: ["1", 2] },
    { command: "view", path: "src/a.ts", view_range: [3, 1] },
    { command: "view", path: "../a.ts" },
    { command: "create", path: "src/a.ts" },
    { command: "str_replace", path: "src/a.ts", old_str: "", new_str: "x" },
    { command: "str_replace", path: "src/a.ts", old_str: "one" },
    { command: "insert", path: "src/a.ts", insert_line: -1, insert_text: "x" },
    { command: "insert", path: "src/a.ts", insert_line: "0", insert_text: "x" },
    { command: "delete", path: "src/a.ts" },
    { command: "toString", path: "src/a.ts" },
    { command: ["view"], path: "src/a.ts" }
  ])("records a failed call for the input %j", async (input) => {
    const { handle, folder } = await openGate(files, policy)
    const { executions, answer } = await handle(anthropicTextEditor, call(input))
    expect(executions).toHaveLength(1)
    expect(executions[0]?.success).toBe(false)
    expect(answer).toMatchObject({ isError: true })
    expect(getAnswerText(answer)).not.toBe("")
    expect(readFileSync(join(folder, "src/a.ts"), "utf8")).toBe(files["src/a.ts"])
  })
})

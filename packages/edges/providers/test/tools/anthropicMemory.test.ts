import { existsSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { anthropicMemory } from "../../src/index.ts"
import { getAnswerText, openGate } from "./openGate.ts"

const memory = anthropicMemory({ folder: "data/memory" })
const call = (input: unknown) => ({ type: "tool_use", id: "toolu_1", name: "memory", input })
const policy = `
version: 1
rules:
  allow:
    - "read_file(data/memory/**)"
    - "list_dir(data/memory/**)"
    - "list_dir(data/memory)"
    - "write_file(data/memory/**)"
    - "patch_file(data/memory/**)"
    - "insert_text(data/memory/**)"
    - "delete_file(data/memory/**)"
    - "move_file(data/memory/**)"
`
const files = {
  "data/memory/notes.md": "a\nb\n",
  "data/memory/sub/x.md": "x",
  "data/secret.txt": "s\n",
  "memories/x": "other\n"
}

describe("Anthropic's memory", () => {
  it("shows folders and files in the form that the model expects", async () => {
    const { handle, asked } = await openGate(files, policy)
    const view = async (input: object) =>
      getAnswerText((await handle(memory, call({ command: "view", ...input }))).answer)
    const listed = "Here're the files and directories in /memories:\n4B\t/memories/notes.md\n-\t/memories/sub/"
    expect(await view({ path: "/memories" })).toBe(listed)
    expect(await view({ path: "/memories/" })).toBe(listed)
    expect(await view({ path: "/memories/sub/" })).toBe(
      "Here're the files and directories in /memories/sub:\n1B\t/memories/sub/x.md"
    )
    expect(await view({ path: "/memories/notes.md" })).toBe(
      "Here's the content of /memories/notes.md with line numbers:\n     1\ta\n     2\tb\n"
    )
    expect(await view({ path: "/memories/notes.md", view_range: [2, -1] })).toContain("     2\tb\n")
    expect(await view({ path: "/memories/sub" })).toContain("with a slash at its end")
    expect(asked).toEqual([])
  })

  it("creates, changes, moves and deletes files", async () => {
    const { handle, folder, asked } = await openGate(files, policy)
    const does = async (input: object) => getAnswerText((await handle(memory, call(input))).answer)
    const path = "/memories/new/n.md"
    expect(await does({ command: "create", path, file_text: "a\n" })).toBe(
      `File created successfully at: ${path}\nCreated the file, with 2 bytes.`
    )
    expect(await does({ command: "str_replace", path, old_str: "a", new_str: "b" })).toContain(
      "The memory file has been edited."
    )
    expect(await does({ command: "insert", path, insert_line: 1, insert_text: "c" })).toContain(
      `The file ${path} has been edited.`
    )
    expect(readFileSync(join(folder, "data/memory/new/n.md"), "utf8")).toBe("b\nc\n")
    expect(await does({ command: "rename", old_path: path, new_path: "/memories/o.md" })).toContain(
      `Successfully renamed ${path} to /memories/o.md`
    )
    expect(readFileSync(join(folder, "data/memory/o.md"), "utf8")).toBe("b\nc\n")
    expect(await does({ command: "delete", path: "/memories/o.md" })).toContain("Successfully deleted /memories/o.md")
    expect(existsSync(join(folder, "data/memory/o.md"))).toBe(false)
    expect(asked).toEqual([])
  })

  it("reports that a file existed, and that a rename is not supported", async () => {
    const { handle, folder } = await openGate(files, policy)
    const created = await handle(memory, call({ command: "create", path: "/memories/notes.md", file_text: "new" }))
    expect(getAnswerText(created.answer)).toContain("Replaced the file: 3 bytes now, 4 before.")
    const moved = await handle(
      memory,
      call({ command: "rename", old_path: "/memories/notes.md", new_path: "/memories/sub/x.md" })
    )
    expect(moved.answer).toMatchObject({ isError: true })
    expect(readFileSync(join(folder, "data/memory/sub/x.md"), "utf8")).toBe("x")
  })

  it.each([
    "/memories/../secret.txt",
    "/memories/sub/../../secret.txt",
    "/memories/./notes.md",
    "/memories//notes.md",
    "/memories/..",
    "/memories/sub/..\\..\\secret.txt",
    "/memories\0/notes.md",
    "/memoriesX/notes.md",
    "memories/x",
    "../memories/x",
    "/data/secret.txt",
    "secret.txt",
    "",
    7,
    null,
    ["/memories/notes.md"]
  ])("does not leave the folder by the path %j", async (path) => {
    const { handle, folder } = await openGate(files, "version: 1\nrules: { allow: ['*'] }")
    const commands = [
      { command: "view", path },
      { command: "create", path, file_text: "broken" },
      { command: "str_replace", path, old_str: "s", new_str: "broken" },
      { command: "insert", path, insert_line: 0, insert_text: "broken" },
      { command: "delete", path },
      { command: "rename", old_path: path, new_path: "/memories/new.md" },
      { command: "rename", old_path: "/memories/notes.md", new_path: path }
    ]
    for (const input of commands) {
      const { executions, answer } = await handle(memory, call(input))
      expect(executions, JSON.stringify(input)).toMatchObject([
        { executed: "no", error: { class: "validation_error" } }
      ])
      expect(answer).toMatchObject({ isError: true })
    }
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, name), "utf8")).toBe(text)
  })

  it("does not decode a name", async () => {
    const { handle, folder } = await openGate(files, policy)
    await handle(memory, call({ command: "create", path: "/memories/%2e%2e%2fsecret.txt", file_text: "x" }))
    expect(existsSync(join(folder, "data/memory/%2e%2e%2fsecret.txt"))).toBe(true)
    expect(readFileSync(join(folder, "data/secret.txt"), "utf8")).toBe("s\n")
  })

  it("is subject to rules if a link leaves its folder", async () => {
    const { handle, folder } = await openGate(files, `${policy}  deny: ["read_file(data/secret.txt)"]\n`)
    symlinkSync("../secret.txt", join(folder, "data/memory/link.md"))
    const { executions } = await handle(memory, call({ command: "view", path: "/memories/link.md" }))
    expect(executions).toMatchObject([{ toolName: "read_file", executed: "no", error: { class: "permission_denied" } }])
  })

  it.each(["delete", "create", "str_replace", "insert"])("does not %s the folder itself", async (command) => {
    const { handle, folder } = await openGate({ "data/memory/a": "" }, "version: 1\nrules: { allow: ['*'] }")
    for (const path of ["/memories", "/memories/"]) {
      const { executions } = await handle(
        memory,
        call({ command, path, file_text: "", old_str: "a", new_str: "", insert_line: 0, insert_text: "" })
      )
      expect(executions).toMatchObject([{ executed: "no" }])
    }
    expect(existsSync(join(folder, "data/memory"))).toBe(true)
  })

  it("does not let a file name fake an entry or a note", async () => {
    const { handle } = await openGate({ "data/memory/a\n9K\t\u202e/memories/b": "" }, policy)
    const { answer } = await handle(memory, call({ command: "view", path: "/memories" }))
    expect(getAnswerText(answer).split("\n")).toHaveLength(2)
  })
})

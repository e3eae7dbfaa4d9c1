import { describe, expect, it } from "vitest"
import { toolgate } from "./withinProcess.ts"

const names = ["Echo", "Read", "Write", "read_file", "write_file", "patch_file", "list_dir", "shell"]

describe("toolgate tools", () => {
  it("lists every tool in a line, with its side effects, in columns", async () => {
    const { status, stdout, stderr } = await toolgate(["tools"])
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    const lines = stdout.trimEnd().split("\n")
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual(names)
    expect(lines.map((line) => line.search(/(?<= )(NONE|READ|WRITE|EXECUTE|NETWORK) /))).toEqual(names.map(() => 12))
    expect(lines[0]).toBe("Echo        NONE     Returns the text it is given, unchanged, as {text}.")
  })

  it("lists them as one line of JSON", async () => {
    const { stdout } = await toolgate(["tools", "--json"])
    expect(stdout.trimEnd()).not.toContain("\n")
    expect(JSON.parse(stdout)).toMatchObject(names.map((name) => ({ name, parameters: { type: "object" } })))
  })

  it("shows one with its schema, side effects, time-out and resources", async () => {
    const { stdout } = await toolgate(["tools", "read_file"])
    expect(stdout).toMatch(/^read_file: Read a file\n/)
    expect(stdout).toMatch(/^side effects +READ/m)
    expect(stdout).toMatch(/^time-out +60 s$/m)
    expect(stdout).toMatch(/^resources +the file at \/path, read, anywhere in the workspace$/m)
    expect(stdout).toContain('arguments {\n  "type": "object"')
  })

  it("shows one by its alias, as one line of JSON with null where there is nothing", async () => {
    const { stdout } = await toolgate(["tools", "list_directory", "--json"])
    expect(JSON.parse(stdout)).toMatchObject({ name: "list_dir", aliases: ["list_directory"] })
    const echo = await toolgate(["tools", "Echo", "--json"])
    expect(JSON.parse(echo.stdout)).toMatchObject({ name: "Echo", permission: null })
  })

  it.each([
    ["tools", "raed_file"],
    ["tools", "raed_file", "--json"]
  ])("fails for a name that there is not, nearest names first: %s %s %s", async (...args) => {
    const { status, stdout, stderr } = await toolgate(args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toMatch(/^toolgate: Tool "raed_file" not found\. Available: read_file, .*\.\n$/)
  })
})

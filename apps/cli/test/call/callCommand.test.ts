import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, openSync } from "node:fs"
import { PassThrough } from "node:stream"
import { describe, expect, it } from "vitest"
import { ended, launcher, start } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const line = (stdout: string) => {
  expect(stdout.endsWith("\n")).toBe(true)
  expect(stdout.trimEnd()).not.toMatch(/[\n\r\u0085\u2028\u2029]/)
  return JSON.parse(stdout) as Record<string, unknown>
}

describe("toolgate call, for a person", () => {
  it("prints the text of a file unchanged", async () => {
    const cwd = folder({ "a.txt": "one\r\n\u001b[31mtwo" })
    expect(await toolgate(["call", "read_file", '{"path":"a.txt"}'], { cwd })).toEqual({
      status: 0,
      stdout: "one\r\n\u001b[31mtwo",
      stderr: ""
    })
  })

  it("prints a structured result as JSON with indents", async () => {
    expect(await toolgate(["call", "--host-tools", "Echo", '{"text":"hi"}'])).toEqual({
      status: 0,
      stdout: '{\n  "text": "hi"\n}\n',
      stderr: ""
    })
  })

  it("offers Echo, Read and Write only with the flag that the answer names", async () => {
    const { status, stdout } = await toolgate(["call", "Read", "path=/etc/passwd", "--json"])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      executed: "no",
      error: { slug: "tool_not_found", message: expect.stringContaining('add the flag "--host-tools"') }
    })
  })

  it.each(["/etc/passwd", "/proc/self/environ"])(
    "asks before it reads %s, and fails without a person",
    async (path) => {
      for (const policy of [[], ["--policy", "p.yaml"]]) {
        const cwd = folder({ "p.yaml": "version: 1\nrules: { deny: ['read_file(**/.env)'] }\n" })
        const call = ["call", "Read", `path=${path}`, "--host-tools", "--json", ...policy]
        const { stdout } = await toolgate(call, { cwd })
        expect(JSON.parse(stdout)).toMatchObject({
          success: false,
          executed: "no",
          error: { slug: "permission_denied" }
        })
      }
    }
  )

  it("calls with no arguments as with {}", async () => {
    const cwd = folder({ "a.txt": "12345" })
    expect(await toolgate(["call", "list_dir"], { cwd })).toEqual({ status: 0, stdout: "a.txt (5 bytes)", stderr: "" })
  })

  it("works in the folder that --workspace names", async () => {
    const cwd = folder({ "a.txt": "here" })
    const { stdout } = await toolgate(["call", "read_file", '{"path":"a.txt"}', "--workspace", cwd])
    expect(stdout).toBe("here")
  })

  it("explains on standard error why a call was refused, and what to do", async () => {
    expect(await toolgate(["call", "--host-tools", "Echo", '{"text":'])).toEqual({
      status: 1,
      stdout: "",
      stderr:
        'toolgate: Arguments of "Echo" cannot be read as JSON: at line 1, column 9, the text ends where a value is expected.\n' +
        'For its arguments, run "toolgate tools show Echo".\n' +
        `For example: toolgate call Echo '{"text":"text"}', or: toolgate call Echo text=text\n`
    })
  })

  it("explains how to run a file that is named like a tool", async () => {
    const { stderr } = await toolgate(["call", "count.ts"])
    expect(stderr).toMatch(/\nTo run the file: toolgate call \.\/count\.ts\n$/)
  })

  it("names the tools there are when a tool does not exist", async () => {
    const { status, stdout, stderr } = await toolgate(["call", "raed_file"])
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toMatch(/^toolgate: Tool "raed_file" not found\. Available: read_file, .*\nTo see all tools, run /)
  })

  it("names the flag that offers a tool which reaches the host", async () => {
    const { stderr } = await toolgate(["call", "Echo", "text=a"])
    expect(stderr).toMatch(
      /^toolgate: Tool "Echo" not found\. Available: .*\. To offer it, add the flag "--host-tools"\.\n/
    )
    expect((await toolgate(["call", "Reed"])).stderr).not.toContain("--host-tools")
  })

  it("names the command that explains a question, for this very call", async () => {
    const cwd = folder({ "it's.yaml": "version: 1\nrules: { ask: ['write_file(a b)'] }\n" })
    const given = ["path=a b", "content='$(id)'", "--policy", "it's.yaml", "--agent", "clerk"]
    const { stderr } = await toolgate(["call", "write_file", ...given], { cwd })
    expect(stderr).toContain('The rule "write_file(a b)" asks: it matches the path.')
    const [, line = ""] = /run: toolgate (policy explain .*)\n/.exec(stderr) ?? []
    const words = execFileSync("sh", ["-c", `printf '%s\\n' ${line}`])
      .toString()
      .trimEnd()
      .split("\n")
    const { status, stdout } = await toolgate(words, { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain('The rule "write_file(a b)" asks: it matches the path.')
  })

  it("refuses paths outside the workspace", async () => {
    const { status, stderr } = await toolgate(["call", "read_file", '{"path":"../x"}'], { cwd: folder() })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'toolgate: The path of the argument "path" leads out of the workspace.\nTo work in another folder, name it with --workspace. The tools Read and Write of --host-tools take any path.\n'
    })
  })
})

describe("toolgate call --json", () => {
  it.each([
    ["after the arguments", ["call", "--host-tools", "Echo", '{"text":"hi"}', "--json"]],
    ["before the tool", ["call", "--host-tools", "--json", "Echo", '{"text":"hi"}']],
    ["between", ["call", "--host-tools", "Echo", "--json", '{"text":"hi"}']],
    ["before --", ["call", "--host-tools", "--json", "--", "Echo", '{"text":"hi"}']]
  ])("answers a success in one line, with the flag %s", async (_where, args) => {
    const { status, stdout, stderr } = await toolgate(args)
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(line(stdout)).toEqual({
      callId: expect.stringMatching(/^[\da-f-]{36}$/),
      toolName: "Echo",
      effects: ["read_only"],
      arguments: { text: "hi" },
      executed: "yes",
      success: true,
      output: { content: [], value: { text: "hi" }, success: true, metadata: {} },
      error: null,
      durationMs: expect.any(Number),
      waitedMs: 0,
      sandbox: "host",
      enforced: expect.objectContaining({ access: "cooperative" })
    })
  })

  it.each([
    ["that are not JSON", ["call", "--host-tools", "Echo", "{", "--json"], "validation_error", null],
    ["that are not an object", ["call", "list_dir", "--json", "1"], "validation_error", null],
    ["that are empty", ["call", "--host-tools", "Echo", "", "--json"], "validation_error", null],
    ["that are a negative number", ["call", "--host-tools", "Echo", "-5", "--json"], "validation_error", null],
    ["that begin with a dash", ["call", "--host-tools", "--json", "Echo", "--", "-x"], "validation_error", null],
    [
      "that do not match the schema",
      ["call", "--host-tools", "Echo", '{"text":1}', "--json"],
      "validation_error",
      { text: 1 }
    ],
    ["to a tool that does not exist", ["call", "nothing", "{}", "--json"], "not_found", {}],
    ["to a tool without a name", ["call", "", "{}", "--json"], "not_found", {}],
    ["to a tool with a name of an object's property", ["call", "__proto__", "{}", "--json"], "not_found", {}]
  ])("also answers a call with arguments %s in one line", async (_what, args, errorClass, given) => {
    const { status, stdout, stderr } = await toolgate(args)
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" })
    const answer = line(stdout)
    expect(answer).toMatchObject({
      executed: "no",
      success: false,
      error: { class: errorClass, message: expect.any(String) },
      sandbox: null,
      enforced: null
    })
    expect(answer.arguments).toEqual(given)
  })

  it("keeps unusual line separators within one line", async () => {
    const text = "a\nb\rc\u0085d\u2028e\u2029f\u001b[0mg\u009bh\u202ei"
    const { stdout } = await toolgate(["call", "--host-tools", "Echo", "-", "--json"], {
      input: JSON.stringify({ text })
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is looked for
    expect(stdout.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/)
    expect(line(stdout)).toMatchObject({ output: { value: { text } } })
  })
})

describe("toolgate call --envelope", () => {
  it("answers in one line, in the form of the envelope", async () => {
    const cwd = folder({ "a.txt": "one\u001b[31m\u202e\u2028two" })
    const { status, stdout, stderr } = await toolgate(["call", "read_file", "--envelope", "path=a.txt"], { cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is looked for
    expect(stdout.trimEnd()).not.toMatch(/[\u0000-\u001f\u202e\u2028]/)
    expect(line(stdout)).toEqual({
      protocol_version: 1,
      ok: true,
      status: "success",
      output: "one\u001b[31m\u202e\u2028two",
      side_effects_declared: ["read_only"],
      requires_approval: false,
      metadata: expect.objectContaining({ tool_name: "read_file", executed: "yes" })
    })
  })

  it("also answers a refused call in one line, with status 1", async () => {
    const { status, stdout, stderr } = await toolgate(["call", "write_file", "path=a", "content=b", "--envelope"])
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" })
    expect(line(stdout)).toMatchObject({
      ok: false,
      status: "error",
      output: null,
      side_effects_declared: ["modifies_files"],
      metadata: { executed: "no", error: { class: "permission_denied" } }
    })
  })

  it("cannot be combined with --json", async () => {
    const { status, stdout, stderr } = await toolgate([
      "call",
      "--host-tools",
      "Echo",
      "text=hi",
      "--json",
      "--envelope"
    ])
    const message = 'The flags "--json" and "--envelope" cannot be combined. Use one of them.'
    expect({ status, stderr }).toEqual({ status: 2, stderr: `toolgate: ${message}\n` })
    expect(line(stdout)).toMatchObject({ type: "wrong_use", executed: "no", error: { message } })
  })

  it("prints one line for an invalid command line, too", async () => {
    const { status, stdout } = await toolgate([
      "call",
      "--host-tools",
      "Echo",
      "text=hi",
      "--envelope",
      "--policy",
      "none.yaml"
    ])
    expect(status).toBe(2)
    expect(line(stdout)).toMatchObject({ type: "wrong_use", executed: "no" })
  })
})

describe("arguments from standard input", () => {
  it("are read to their end, and as UTF-8 across the pieces they come in", async () => {
    const text = "é€😀".repeat(50_000)
    const { status, stdout } = await toolgate(["call", "--host-tools", "Echo", "-", "--json"], {
      input: JSON.stringify({ text })
    })
    expect(status).toBe(0)
    expect(line(stdout)).toMatchObject({ arguments: { text } })
  })

  it("may begin with a byte order mark", async () => {
    expect(await toolgate(["call", "--host-tools", "Echo", "-"], { input: '\ufeff{"text":"x"}' })).toMatchObject({
      status: 0
    })
  })

  it("may be blank, which means {}", async () => {
    const cwd = folder({ "a.txt": "a" })
    expect(await toolgate(["call", "list_dir", "-"], { cwd, input: " \n" })).toEqual(
      await toolgate(["call", "list_dir", "{}"], { cwd })
    )
    expect((await toolgate(["call", "read_file", "-"], { cwd })).stderr).toContain('"path"')
  })

  it("that are not UTF-8 are wrong use", async () => {
    expect(await toolgate(["call", "--host-tools", "Echo", "-"], { input: Buffer.from([0x22, 0xff]) })).toEqual({
      status: 2,
      stdout: "",
      stderr: "toolgate: Standard input is not UTF-8; send the arguments as JSON text in UTF-8.\n"
    })
  })

  it("that do not end within 64 MiB are wrong use", async () => {
    const { status, stderr } = await toolgate(["call", "--host-tools", "Echo", "-"], {
      input: Buffer.alloc(64 * 1024 * 1024 + 1, " ")
    })
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("longer than 67108864 bytes") })
  })

  it("that are a folder are wrong use", async () => {
    const child = spawn(process.execPath, [launcher, "call", "--host-tools", "Echo", "-"], {
      stdio: [openSync(folder(), "r"), "pipe", "pipe"]
    })
    const stderr: Array<Buffer> = []
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk))
    const [status] = await once(child, "close")
    expect({ status, stderr: Buffer.concat(stderr).toString() }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^toolgate: Standard input cannot be read; .*\.\n$/)
    })
  })
})

describe("large output", () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `line ${index} of a long file\n`).join("")
  const read = ["call", "read_file", '{"path":"long.txt"}']

  it("reaches a slow reader whole", async () => {
    const child = start(read, folder({ "long.txt": text }))
    let got = ""
    // The reader takes a piece at a time, so that the pipe is full most of the time.
    for await (const piece of child.stdout.pipe(new PassThrough({ highWaterMark: 4096 }))) {
      got += String(piece)
      await new Promise(setImmediate)
    }
    expect(got).toBe(text)
  })

  it.each([[read], [[...read, "--json"]]])("stops quietly when its reader closes the pipe", async (args) => {
    const child = start(args, folder({ "long.txt": text }))
    child.stdout.once("data", () => child.stdout.destroy())
    const { status, stderr } = await ended(child)
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  })

  it.skipIf(!existsSync("/dev/full"))("that cannot be written is a failure (skipped without /dev/full)", async () => {
    const child = spawn(process.execPath, [launcher, "call", "--host-tools", "Echo", '{"text":"x"}'], {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"]
    })
    const stderr: Array<Buffer> = []
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk))
    const [status] = await once(child, "close")
    expect({ status, stderr: Buffer.concat(stderr).toString() }).toEqual({
      status: 1,
      stderr: "toolgate: The answer could not be written to standard output: the disk is full; make room.\n"
    })
  })
})

describe("a signal", () => {
  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("%s ends the call, which is answered as cancelled, and exits %d", async (signal, status) => {
    const child = start(["call", "--host-tools", "Echo", "-", "--json"])
    const answer = ended(child)
    await readingFrom(child)
    child.kill(signal)
    const { stdout, stderr, ...rest } = await answer
    expect({ ...rest, stderr }).toEqual({ status, stderr: "" })
    expect(line(stdout)).toMatchObject({
      executed: "no",
      success: false,
      arguments: null,
      error: { class: "cancelled" }
    })
  })

  it("is answered in a line to a person", async () => {
    const child = start(["call", "--host-tools", "Echo", "-"])
    const answer = ended(child)
    await readingFrom(child)
    child.kill("SIGINT")
    expect(await answer).toEqual({
      status: 130,
      stdout: "",
      stderr: expect.stringMatching(/^toolgate: .*cancelled.*\.\n$/)
    })
  })
})

/** Resolves when more than a pipe can hold has been taken: the command is then reading, and listens to signals. */
const readingFrom = (child: ReturnType<typeof start>) => {
  child.stdin.on("error", () => {})
  return new Promise<void>((resolve) => child.stdin.write(" ".repeat(1024 * 1024), () => resolve()))
}

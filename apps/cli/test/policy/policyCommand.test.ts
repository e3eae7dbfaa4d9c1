import { once } from "node:events"
import { createInterface } from "node:readline"
import { describe, expect, it } from "vitest"
import { ended, start } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const policy = `version: 1
rules:
  deny: ["shell(rm -rf:*)", "read_file(**/.env)"]
  ask: ["write_file(etc/**)"]
  allow: ["write_file(src/**)"]
tests:
  - { call: { tool: read_file, args: { path: .env } }, expect: deny }
  - { call: { tool: write_file, args: { path: src/a, content: "" } }, expect: allow }
`

const files = { "p.yaml": policy, "broken.yaml": "version: 1\nrules: { alow: [] }\n" }

const lines = (text: string) => text.split("\n").slice(0, -1)
const decisions = (text: string) => lines(text).map((line) => JSON.parse(line).decision)
const call = (tool: string, args: object, more: object = {}) => `${JSON.stringify({ tool, args, ...more })}\n`

describe("toolgate policy check", () => {
  it("takes the policy as an argument, like test and lint", async () => {
    const cwd = folder({ "a.yaml": "version: 1\nrules: { deny: [read_file] }" })
    const input = '{"tool":"read_file","args":{"path":"a"}}\n'
    const named = await toolgate(["policy", "check", "a.yaml"], { cwd, input })
    expect(named).toEqual(await toolgate(["policy", "check", "--policy", "a.yaml"], { cwd, input }))
    expect(JSON.parse(named.stdout).decision).toBe("deny")
    expect(await toolgate(["policy", "check", "a.yaml", "--policy", "a.yaml"], { cwd, input })).toMatchObject({
      status: 2,
      stderr: 'toolgate: The policy is named twice; leave out "--policy" or the files.\n'
    })
  })

  it("answers every line in order, and exits with 0 if it could judge all", async () => {
    const cwd = folder(files)
    const input = [
      call("read_file", { path: ".env" }),
      call("write_file", { path: "src/a", content: "" }),
      call("write_file", { path: "etc/a", content: "" }),
      call("read_file", { path: "../out" }),
      call("shell", { command: "ls && rm -rf x" }),
      call(
        "fetch",
        { u: "https://a.org" },
        { definition: { side_effects: "READ", resources: [{ kind: "url", arg: "/u" }] } }
      )
    ].join("")
    const { status, stdout, stderr } = await toolgate(["policy", "check", "--policy", "p.yaml"], { input, cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(decisions(stdout)).toEqual(["deny", "allow", "ask", "deny", "deny", "ask"])
  })

  it("writes a verdict with its keys in order, and omits empty ones", async () => {
    const cwd = folder(files)
    const input = `${call("write_file", { path: "src/a", content: "" })}${call("read_file", { path: ".env" })}{\n`
    const { status, stdout } = await toolgate(["policy", "check", "--policy", "p.yaml", "--workspace", cwd], {
      input,
      cwd
    })
    expect(status).toBe(1)
    const limits =
      '"limits":{"wall_ms":"unlimited","cpu_ms":"unlimited","memory_bytes":"unlimited","processes":"unlimited","output_bytes":16777216}'
    const access = `"access":{"files":[{"path":${JSON.stringify(`${cwd}/src/a`)},"mode":"w","scope":"exact"}],"hosts":[],"env":[]}`
    expect(lines(stdout)).toEqual([
      `{"decision":"allow","because":{"layer":"rules","rule":"allow write_file(src/**)","source":"p.yaml:5:11"},"sandbox":"host","confinement":"required",${limits},${access}}`,
      '{"decision":"deny","because":{"layer":"rules","rule":"deny read_file(**/.env)","source":"p.yaml:3:29"},"sandbox":null,"why":"The rule \\"read_file(**/.env)\\" denies the path."}',
      '{"decision":"deny","because":{"layer":"request","rule":"JSON","source":"stdin:3:2"},"sandbox":null,"why":"The request cannot be read as JSON: at column 2, the text ends where a property name in double quotes or \\"}\\" is expected.","error":{"class":"validation_error","slug":"invalid_args","line":3,"column":2}}'
    ])
  })

  it("counts the exceptions of a grant, and does not list them", async () => {
    const cwd = folder({ "p.yaml": "version: 1\nrules: { allow: [shell], deny: [read_file(**/.env)] }\n" })
    const input = call("shell", { command: "ls" })
    const { stdout } = await toolgate(["policy", "check", "--policy", "p.yaml"], { input, cwd })
    expect(JSON.parse(stdout).access.files).toEqual([
      { path: cwd, mode: "rw", scope: "tree", excepted: { unwritten: expect.any(Number), unread: expect.any(Number) } }
    ])
    expect(stdout.length).toBeLessThan(2_000)
  })

  it("answers faulty and empty lines in their place, and exits with 1", async () => {
    const good = call("Echo", { text: "a" })
    const long = `{"tool":"Echo","args":{"text":"${"a".repeat(1024 * 1024)}"}}\n`
    const input = Buffer.concat([
      Buffer.from(`${good}nonsense\n${good}\n${long}`),
      Buffer.from([0xff, 0x0a]),
      Buffer.from('{"__proto__":{"tool":"Echo"}}\n[[[[\n"\\ud800"\n{"tool":"nope"}\n{"tool":"Echo","args":{"text":1}}'),
      Buffer.from(`\r\n${good}${good.trimEnd()}`)
    ])
    const { status, stdout, stderr } = await toolgate(["policy", "check", "--policy", "p.yaml"], {
      input,
      cwd: folder(files)
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" })
    const verdicts = lines(stdout).map((line) => JSON.parse(line))
    expect(verdicts.map(({ decision, because, error }) => [decision, because.layer, error?.line])).toEqual([
      ["allow", "confirmation", undefined],
      ...[2, 0, 4, 5, 6, 7, 8, 9].map((line) =>
        line === 0 ? ["allow", "confirmation", undefined] : ["deny", "request", line]
      ),
      ["deny", "registry", 10],
      ["deny", "arguments", 11],
      ["allow", "confirmation", undefined],
      ["allow", "confirmation", undefined]
    ])
  })

  it("answers each line as it comes, from a pipe that stays open", async () => {
    const child = start(["policy", "check", "--policy", "p.yaml"], folder(files))
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    for (const path of [".env", "a"]) {
      child.stdin.write(call("read_file", { path }))
      const { value } = await answers.next()
      expect(JSON.parse(String(value)).decision).toBe(path === "a" ? "allow" : "deny")
    }
    child.stdin.end()
    expect(await once(child, "close")).toEqual([0, null])
  })

  it("ends quietly if its reader stops, with any amount of output left", async () => {
    const child = start(["policy", "check", "--policy", "p.yaml"], folder(files))
    child.stdin.on("error", () => {})
    const feed = () => {
      while (child.stdin.write(call("Echo", { text: "a" })));
      child.stdin.once("drain", feed)
    }
    feed()
    await once(child.stdout, "data")
    child.stdout.destroy()
    let said = ""
    child.stderr.on("data", (chunk) => {
      said += chunk
    })
    expect(await once(child, "close")).toEqual([0, null])
    expect(said).toBe("")
  })

  it("ends on a signal, with the signal's status", async () => {
    const child = start(["policy", "check", "--policy", "p.yaml"], folder(files))
    child.stdin.write(call("Echo", { text: "a" }))
    await once(child.stdout, "data")
    child.kill("SIGTERM")
    expect((await ended(child)).status).toBe(143)
  })

  it("meets several files", async () => {
    const cwd = folder({ ...files, "more.yaml": "version: 1\nrules: { deny: [Echo] }\n" })
    const { stdout } = await toolgate(["policy", "check", "--policy", "p.yaml", "--policy", "more.yaml"], {
      input: call("Echo", { text: "a" }) + call("write_file", { path: "src/a", content: "" }),
      cwd
    })
    expect(decisions(stdout)).toEqual(["deny", "allow"])
  })

  it.each([
    [
      "a policy that does not hold",
      ["--policy", "broken.yaml"],
      'broken.yaml:2:10: unknown key "alow" in "rules"; did you mean "allow"?\n'
    ],
    ["a policy that is not there", ["--policy", "no.yaml"], "no.yaml: there is no such file or folder\n"],
    [
      "a second one that is not there",
      ["--policy", "p.yaml", "--policy", "no.yaml"],
      "no.yaml: there is no such file or folder\n"
    ],
    ["an empty name", ["--policy="], "toolgate: The name of a policy file is empty; name a file.\n"],
    [
      "the host policy",
      ["--policy", "host"],
      'toolgate: The policy "host" has no rules; write "./host" for a file of that name.\n'
    ],
    [
      "an empty workspace",
      ["--policy", "p.yaml", "--workspace="],
      'toolgate: The flag "--workspace" is empty; name a folder, or leave the flag out.\n'
    ]
  ])("exits with 2 for %s, and answers nothing", async (_what, flags, stderr) => {
    const input = call("Echo", { text: "a" })
    expect(await toolgate(["policy", "check", ...flags], { input, cwd: folder(files) })).toEqual({
      status: 2,
      stdout: "",
      stderr
    })
  })
})

describe("toolgate policy test", () => {
  it("counts passed tests, and exits with 0 if all passed", async () => {
    expect(await toolgate(["policy", "test", "p.yaml"], { cwd: folder(files) })).toEqual({
      status: 0,
      stdout: "2 passed, 0 failed\n",
      stderr: ""
    })
  })

  it("reports each failure with its position, the expected and actual results, and the reason", async () => {
    const narrower = `version: 1
rules: { ask: ["write_file(src/**)"] }
tests:
  - { call: { tool: write_file, args: { path: src/a, content: "" } }, expect: allow }
  - { call: { tool: read_file, args: { path: .env } }, expect: deny }
  - { call: { tool: wirte_file }, expect: deny }
`
    const cwd = folder({ ...files, "n.yaml": narrower })
    const { status, stdout, stderr } = await toolgate(["policy", "test", "p.yaml", "n.yaml"], { cwd })
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" })
    expect(lines(stdout)).toEqual([
      'n.yaml:4:5: expected allow, got ask for tool "write_file", because of rules: ask write_file(src/**) (n.yaml:2:16)',
      expect.stringMatching(/^n\.yaml:6:5: cannot be judged: Tool "wirte_file" not found\. Available: write_file, /),
      "1 passed, 2 failed"
    ])
    const json = await toolgate(["policy", "test", "p.yaml", "n.yaml", "--json"], { cwd })
    expect(JSON.parse(json.stdout)).toMatchObject({
      passed: 1,
      failed: 2,
      tests: [
        { source: "n.yaml:4:5", passed: false, expected: "allow", got: "ask" },
        { passed: true },
        { passed: false }
      ]
    })
  })

  it("fails for a file without tests", async () => {
    const cwd = folder({ "p.yaml": "version: 1\n" })
    const { status, stdout, stderr } = await toolgate(["policy", "test", "p.yaml"], { cwd })
    expect({ status, stdout }).toEqual({ status: 1, stdout: "0 passed, 0 failed\n" })
    expect(stderr).toMatch(/^toolgate: The file "p\.yaml" has no tests; add some under/)
  })
})

describe("toolgate policy lint", () => {
  it("prints a line for each finding, and exits with 1 for a warning", async () => {
    const cwd = folder({ "p.yaml": 'version: 1\nrules: { deny: [raed_stuff, "read_file(.env)"] }\n' })
    expect(await toolgate(["policy", "lint", "p.yaml"], { cwd })).toEqual({
      status: 1,
      stdout: [
        'p.yaml:2:17: warning: unknown tool "raed_stuff" in rules.deny',
        'p.yaml:2:29: note: the rule "read_file(.env)" matches only at the top of the workspace; to match in every folder, write "read_file(**/.env)"',
        'p.yaml: note: the file has no tests; add calls under "tests", and run them with "toolgate policy test"',
        "1 warning, 2 notes\n"
      ].join("\n"),
      stderr: "toolgate: To check with the tools of your app, name the module that exports them with --tools.\n"
    })
  })

  it("exits with 2 for an error; with --strict every warning is one", async () => {
    const cwd = folder({
      "slip.yaml": "version: 1\nrules: { deny: [raed_file] }\n",
      "unknown.yaml": "version: 1\nrules: { ask: [deploy] }\n"
    })
    const slip = await toolgate(["policy", "lint", "slip.yaml"], { cwd })
    expect(slip).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(
        /^slip\.yaml:2:17: error: unknown tool "raed_file".*\n(?:.*\n)*1 error, 0 warnings, 1 note\n$/
      )
    })
    const lint = (...args: ReadonlyArray<string>) => toolgate(["policy", "lint", "unknown.yaml", ...args], { cwd })
    expect(await lint()).toMatchObject({ status: 1, stdout: expect.stringContaining(": warning: ") })
    expect(await lint("--strict")).toMatchObject({ status: 2, stdout: expect.stringContaining(": error: ") })
    const { errors, warnings } = JSON.parse((await lint("--strict", "--json")).stdout)
    expect([errors, warnings]).toEqual([1, 0])
  })

  it("exits with 0 if there are only notes, and prints everything as one line of JSON", async () => {
    const cwd = folder({ "p.yaml": "version: 1\n" })
    const { status, stdout } = await toolgate(["policy", "lint", "p.yaml", "--json"], { cwd })
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      warnings: 0,
      notes: 1,
      findings: [{ source: "p.yaml", level: "note", code: "no-tests" }]
    })
  })

  it("knows the sandboxes of this machine", async () => {
    const cwd = folder({ "p.yaml": "version: 1\ntools: { Echo: { sandbox: microvm }, Read: { sandbox: wasm } }\n" })
    const { stdout } = await toolgate(["policy", "lint", "p.yaml"], { cwd })
    expect(lines(stdout).slice(0, 2)).toEqual([
      expect.stringMatching(
        /^p\.yaml:2:10: warning: the sandbox "microvm" of tool "Echo" is not installed on this machine/
      ),
      expect.stringMatching(/^p\.yaml:2:38: note: the sandbox "wasm" on this machine cannot run tool "Read"/)
    ])
  })
})

describe("toolgate policy", () => {
  it("names its commands", async () => {
    const { status, stderr } = await toolgate(["policy"])
    expect(status).toBe(2)
    for (const name of ["check", "explain", "test", "lint"])
      expect(stderr).toMatch(new RegExp(`^ {2}${name} +\\S`, "m"))
  })
})

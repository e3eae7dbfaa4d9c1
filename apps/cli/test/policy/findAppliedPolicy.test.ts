import { execFileSync } from "node:child_process"
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const policy = `version: 1
rules:
  deny: ["read_file(secret.txt)"]
  allow: ["write_file(**)", shell]
`
const files = { "toolgate.yaml": policy, "secret.txt": "s", "a.txt": "a" }
const inForce = (allows: string) =>
  `toolgate: The policy "toolgate.yaml" of this folder only restricts calls: ${allows}.${/^\d.* ignored$/.test(allows) ? " To apply the whole file, name it with --policy." : ""} To ignore it, use --no-project-policy.\n`
const both = inForce("2 of its 2 allow rules are ignored")

const call = (cwd: string, tool: string, args: ReadonlyArray<string>) => toolgate(["call", tool, ...args], { cwd })

describe("a toolgate.yaml in the folder that calls work in", () => {
  it("narrows the built-in defaults, with a notice", async () => {
    const cwd = folder(files)
    expect(await call(cwd, "read_file", ["path=secret.txt"])).toEqual({
      status: 1,
      stdout: "",
      stderr: `${both}toolgate: Permission denied: The rule "read_file(secret.txt)" denies the path.\n`
    })
    expect(await call(cwd, "read_file", ["path=a.txt"])).toEqual({ status: 0, stdout: "a", stderr: both })
  })

  it("allows nothing that is asked about without it", async () => {
    const cwd = folder(files)
    for (const [tool, args] of [
      ["write_file", ["path=b.txt", "content=x"]],
      ["shell", ["command=echo x >b.txt"]]
    ] as const) {
      const { status, stderr } = await call(cwd, tool, args)
      expect(status).toBe(1)
      expect(stderr).toContain("needs a person's approval, but this gate cannot ask one")
      expect(stderr).toContain(
        `\nTo be asked, run the command at a terminal. To let someone else decide, add --defer.\nTo see what would allow the call, run: toolgate policy explain ${tool} `
      )
    }
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it("narrows the files of --policy", async () => {
    const cwd = folder({ ...files, "mine.yaml": 'version: 1\nrules: { allow: ["write_file(**)"] }\n' })
    expect(await call(cwd, "write_file", ["path=b.txt", "content=x", "--policy", "mine.yaml"])).toMatchObject({
      status: 0,
      stderr: both
    })
    expect(await call(cwd, "read_file", ["path=secret.txt", "--policy", "mine.yaml"])).toMatchObject({ status: 1 })
  })

  it.each([["toolgate.yaml"], ["sub/toolgate.yaml"], ["mcp.yaml"], ["toolbox.yaml"]])(
    "cannot be created by a call: %s",
    async (path) => {
      const cwd = folder({
        "mine.yaml": "version: 1\nrules: { allow: [write_file, shell, copy_file] }\n",
        "a.txt": "x"
      })
      mkdirSync(join(cwd, "sub"))
      for (const [tool, args] of [
        ["write_file", [`path=${path}`, "content=x"]],
        ["shell", [`command=cp a.txt ${path}`]]
      ] as const) {
        const { status, stderr } = await call(cwd, tool, [...args, "--policy", "mine.yaml"])
        expect([tool, status, existsSync(join(cwd, path))]).toEqual([tool, 1, false])
        expect(stderr).toContain("which is protected: it is read by this gate as a policy or as settings")
      }
    }
  )

  it("is not changed by a call if a flag names it, and neither are its settings", async () => {
    const cwd = folder({
      "mine.yaml": "version: 1\nrules: { allow: [write_file, shell] }\n",
      "tools.yml": "version: 1\n"
    })
    const flags = ["--policy", "mine.yaml", "--toolbox-settings", "tools.yml"]
    for (const path of ["mine.yaml", "tools.yml"]) {
      const { status, stderr } = await call(cwd, "write_file", [`path=${path}`, "content=x", ...flags])
      expect([path, status, stderr]).toEqual([path, 1, expect.stringContaining("the gate's own files")])
    }
    expect(readFileSync(join(cwd, "tools.yml"), "utf8")).toBe("version: 1\n")
  })

  it("is left out of the folder that an archive is extracted into, and so is an entry of its name", async () => {
    const cwd = folder({ ...files, "mine.yaml": 'version: 1\nrules: { allow: ["*"] }\n' })
    const packed = folder({ "toolgate.yaml": "version: 1\n", "b.txt": "b" })
    execFileSync("tar", ["cf", join(cwd, "packed.tar"), "-C", packed, "toolgate.yaml", "b.txt"])
    for (const overwrite of ["false", "true"]) {
      const args = ["path=packed.tar", "to=.", `overwrite:=${overwrite}`, "--policy", "mine.yaml", "--json"]
      const { status, stdout } = await call(cwd, "archive_extract", args)
      expect(status).toBe(0)
      const { extracted, skipped } = JSON.parse(stdout).output.value
      expect(extracted).toEqual(["b.txt"])
      const why = "may not be written: the policy leaves it out of what this call may touch"
      expect(skipped).toEqual([{ name: "toolgate.yaml", why }])
      expect(readFileSync(join(cwd, "toolgate.yaml"), "utf8")).toBe(policy)
      rmSync(join(cwd, "b.txt"))
    }
  })

  it("gives an agent no role of the policy", async () => {
    const cwd = folder({
      "toolgate.yaml": "version: 1\nagents: { default: { role: writer } }\n",
      "mine.yaml": "version: 1\nlayers: { roles: { writer: {} } }\n",
      "a.txt": "a"
    })
    const { status, stderr } = await call(cwd, "read_file", ["path=a.txt", "--policy", "mine.yaml"])
    expect(status).toBe(1)
    expect(stderr).toContain("lists its roles, and this call has none")
  })

  it("does not make a denied call free by keeping it from the network", async () => {
    const mine =
      "version: 1\ntool_confirmation: { default: { EXECUTE: auto, NETWORK: deny } }\nrules: { allow: [shell] }\n"
    const project = "version: 1\ntools: { shell: { net: [] } }\n"
    const cwd = folder({ "toolgate.yaml": project, "mine.yaml": mine })
    for (const args of [[], ["--no-project-policy"]]) {
      const { stdout } = await toolgate(
        ["policy", "explain", "shell", "command=ls", "--policy", "mine.yaml", ...args],
        { cwd }
      )
      expect(stdout).toMatch(/^DENY: /)
    }
  })

  it("counts once if --policy also names it, under any name, and may then allow", async () => {
    const cwd = folder(files)
    linkSync(join(cwd, "toolgate.yaml"), join(cwd, "other.yaml"))
    symlinkSync("toolgate.yaml", join(cwd, "link.yaml"))
    for (const name of ["toolgate.yaml", "other.yaml", "link.yaml", join(cwd, "toolgate.yaml")]) {
      const answer = await call(cwd, "write_file", ["path=b.txt", "content=x", "--policy", name])
      expect(answer).toMatchObject({ status: 0, stderr: "" })
    }
  })

  it("is ignored with --no-project-policy", async () => {
    const cwd = folder({ ...files, "toolgate.yaml": "[" })
    expect(await call(cwd, "read_file", ["path=secret.txt", "--no-project-policy"])).toEqual({
      status: 0,
      stdout: "s",
      stderr: ""
    })
  })

  it("is ignored without a policy to narrow, with a notice", async () => {
    const cwd = folder(files)
    expect(await call(cwd, "read_file", ["path=secret.txt", "--policy", "host"])).toEqual({
      status: 0,
      stdout: "s",
      stderr: 'toolgate: The policy "toolgate.yaml" of this folder is ignored: --policy host means no policy.\n'
    })
  })

  it("is read from --workspace, not from the current folder", async () => {
    const cwd = folder(files)
    mkdirSync(join(cwd, "other"))
    writeFileSync(join(cwd, "other", "a.txt"), "a")
    expect(await call(cwd, "read_file", ["path=a.txt", "--workspace", "other"])).toMatchObject({
      status: 0,
      stderr: ""
    })
    expect(await toolgate(["call", "read_file", "path=secret.txt", "--workspace", cwd])).toMatchObject({ status: 1 })
  })

  it("cannot be changed by a call", async () => {
    const cwd = folder({ ...files, "mine.yaml": 'version: 1\nrules: { allow: ["write_file(**)"] }\n' })
    const { status, stderr } = await call(cwd, "write_file", [
      "path=toolgate.yaml",
      "content=x",
      "--policy",
      "mine.yaml"
    ])
    expect(status).toBe(1)
    expect(stderr).toContain("Permission denied")
  })

  it.each([
    ["no allow rules", "version: 1\n", "it has no allow rules"],
    ["one", "version: 1\nrules: { allow: [shell] }\n", "1 of its 1 allow rule is ignored"],
    [
      "some that answer questions of its own",
      'version: 1\ntool_confirmation: { default: { WRITE: prompt } }\nrules: { allow: ["write_file(src/**)", "nothing(x)", Echo] }\n',
      "2 of its 3 allow rules are ignored"
    ],
    [
      "none ignored",
      'version: 1\ntool_confirmation: { default: { WRITE: prompt } }\nrules: { allow: ["write_file(src/**)", shell] }\n',
      "none of its 2 allow rules are ignored"
    ]
  ])("says how many of its allow rules are ignored: %s", async (_what, text, allows) => {
    const { stderr } = await call(folder({ "toolgate.yaml": text, "a.txt": "a" }), "read_file", [
      "path=a.txt",
      "--log-level=silent"
    ])
    expect(stderr).toBe(inForce(allows))
  })

  it("applies to a supervised agent, check and explain, but not to test and lint", async () => {
    const cwd = folder({
      ...files,
      "mine.yaml": "version: 1\ntests: [{ call: { tool: read_file, args: { path: secret.txt } }, expect: allow }]\n"
    })
    const agent = `const n = require("node:net"); const s = new n.Socket({ fd: 3 }); let seen = ""
s.write('{"op":"tool_call","tool_call_id":"1","tool":"read_file","args":{"path":"secret.txt"}}\\n')
s.on("data", (d) => { seen += d; if (seen.includes("tool_response")) s.destroy() })`
    const supervised = await toolgate(["supervise", "--no-audit", "--", process.execPath, "-e", agent], { cwd })
    expect(supervised.stderr).toContain(both)
    expect(supervised.stderr).toContain('✗ read_file "secret.txt": denied')
    const request = '{"tool":"read_file","args":{"path":"secret.txt"}}'
    const checked = await toolgate(["policy", "check", "--policy", "mine.yaml"], { cwd, input: request })
    expect([JSON.parse(checked.stdout).decision, checked.stderr]).toEqual(["deny", both])
    const free = await toolgate(["policy", "check", "--no-project-policy"], { cwd, input: request })
    expect([JSON.parse(free.stdout).decision, free.stderr]).toEqual(["allow", ""])
    const explained = await toolgate(["policy", "explain", "read_file", "path=secret.txt"], { cwd })
    expect(explained.stdout).toContain("narrowed by")
    expect(await toolgate(["policy", "test", "mine.yaml"], { cwd })).toMatchObject({ status: 0, stderr: "" })
  })
})

describe("a toolgate.yaml of the folder that cannot be followed", () => {
  const hostile: ReadonlyArray<readonly [string, string | ((path: string) => void), string]> = [
    ["no YAML", "[", "this is not YAML"],
    ["an unknown key", "version: 1\nallow_all: true\n", 'unknown key "allow_all"'],
    ["a slip in a name", "version: 1\nrules: { deny: [raed_file, Shell] }\n", 'unknown tool "Shell"'],
    ["too long", `version: 1\n${"#".repeat(256 * 1024)}\n`, "it is longer than 256 KiB"],
    ["too deep", "[".repeat(200_000), "nested too deeply"],
    ["aliases of aliases", `a: &a [1]\n${"b: &b [*a, *a]\n".repeat(5000)}`, "aliases are not supported"],
    ["no UTF-8", (path) => writeFileSync(path, Buffer.from([0xff])), "it is not UTF-8 text"],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "it is not a regular file"],
    ["a device behind a link", (path) => symlinkSync("/dev/zero", path), "it is a link that leads out of the folder"],
    ["a file behind a link", (path) => symlinkSync("/etc/passwd", path), "it is a link that leads out of the folder"],
    ["a link to the folder itself", (path) => symlinkSync(".", path), "it is a link that leads out of the folder"],
    ["a link to nothing", (path) => symlinkSync("absent", path), "it is a broken link"],
    ["a link to itself", (path) => symlinkSync("toolgate.yaml", path), "it is a link that leads to itself"],
    ["a folder", (path) => mkdirSync(path), "it is a folder; name a file"]
  ]

  it.each(hostile.filter(([what]) => what !== "a pipe" || process.platform !== "win32"))(
    "ends the command with how to leave it out: %s",
    async (_what, made, why) => {
      const cwd = folder({ "a.txt": "a" })
      const path = join(cwd, "toolgate.yaml")
      if (typeof made === "string") writeFileSync(path, made)
      else made(path)
      for (const args of [
        ["call", "read_file", "path=a.txt"],
        ["supervise", "--no-audit", "--", "true"],
        ["policy", "explain", "read_file", "path=a.txt"]
      ]) {
        const { status, stdout, stderr } = await toolgate(
          [...args.slice(0, 1), "--log-level=silent", ...args.slice(1)],
          { cwd }
        )
        expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
        expect(stderr).toContain(`toolgate: The policy "toolgate.yaml" of the workspace is invalid`)
        expect(stderr).toContain(why)
        expect(stderr).toMatch(/Correct the file, or ignore it with "--no-project-policy"\.\n$/)
      }
      expect(await call(cwd, "read_file", ["path=a.txt", "--no-project-policy"])).toMatchObject({
        status: 0,
        stderr: ""
      })
      rmSync(path, { recursive: true, force: true })
    }
  )

  it("has its position in the JSON for a program", async () => {
    const { stdout } = await call(folder({ "toolgate.yaml": "version: 2\n" }), "Echo", ["text=a", "--json"])
    expect(JSON.parse(stdout).error.details.problems).toEqual([
      { source: "toolgate.yaml:1:10", message: "the file has version 2, and only version 1 is supported" }
    ])
  })

  it("may lead anywhere within the folder", async () => {
    const cwd = folder({ "real.yaml": policy, "secret.txt": "s" })
    symlinkSync("real.yaml", join(cwd, "toolgate.yaml"))
    expect(await call(cwd, "read_file", ["path=secret.txt"])).toMatchObject({ status: 1 })
  })
})

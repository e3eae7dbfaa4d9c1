import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FileMode, ResolvedPath } from "@toolgate/core"
import { DefaultPolicy, defaultConfig } from "@toolgate/policy"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { loadPolicy } from "../../src/config/loadPolicy.ts"

let folder = ""
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-config-")))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const loaded = (...paths: ReadonlyArray<string>) => Effect.runSync(loadPolicy(paths, { home: folder }))
const messageOf = (...paths: ReadonlyArray<string>) =>
  Effect.runSync(Effect.flip(loadPolicy(paths, { home: folder }))).message.replaceAll(folder, "DIR")

describe("loading a policy", () => {
  it("returns the defaults without a file", () => {
    expect(loaded()).toEqual([defaultConfig])
  })

  it("returns one configuration for each file, in order, with the file in each source", () => {
    const organisation = file(
      "organisation.yaml",
      "\ufeffversion: 1\ngroups: { g: [a] }\nlayers: { roles: { r: {} } }\n"
    )
    const user = file("user.yaml", 'version: 1\ngroups: { h: ["group:g"] }\n')
    const project = file("project.json", '{ "version": 1, "agents": { "a": { "role": "r", "tools": ["group:h"] } } }')
    const configs = loaded(organisation, user, project)
    expect(configs.map(({ name, confirmation }) => [name, confirmation !== undefined])).toEqual([
      [organisation, true],
      [user, false],
      [project, false]
    ])
    expect(configs[2]?.agents?.get("a")?.tools).toEqual([{ text: "group:h", source: `${project}:1:59` }])
    expect(messageOf(user, organisation)).toBe(
      'DIR/user.yaml:2:15: unknown group "group:g"; there are group:all, group:read, group:write, group:code, group:web, group:data, group:math, group:memory, group:routing and group:h'
    )
  })

  it("stops at the first invalid file", () => {
    expect(messageOf(file("bad.yaml", "version: 2"), join(folder, "missing.yaml"))).toBe(
      "DIR/bad.yaml:1:10: the file has version 2, and only version 1 is supported"
    )
  })

  it("follows the existing links in its paths", () => {
    mkdirSync(join(folder, "real", "inner"), { recursive: true })
    symlinkSync(join(folder, "real"), join(folder, "link"))
    symlinkSync("later/elsewhere", join(folder, "real", "dangling"))
    symlinkSync("../../real/./inner", join(folder, "real", "inner", "back"))
    symlinkSync("round", join(folder, "round"))
    symlinkSync("real", join(folder, "chain0"))
    for (let i = 0; i < 40; i++) symlinkSync(`chain${i}`, join(folder, `chain${i + 1}`))
    const text = [
      "version: 1",
      "agents: { a: { fs: [{ path: ~/link/inner/new/deep, mode: r }, { path: ~/link/dangling/x, mode: w }] } }",
      "permissions: { shell: { allowed_paths: [~/link, ~/none, ~/link/inner/back/x, ~/chain39] } }",
      "tool_confirmation: { trusted_workspaces: [~/link/inner/] }"
    ].join("\n")
    const [config] = loaded(file("links.yaml", text))
    expect([
      config?.agents?.get("a")?.fs?.map(({ path }) => path),
      config?.permissions.get("shell")?.allowedPaths?.map(({ path }) => path),
      config?.confirmation?.trustedWorkspaces.map(({ path }) => path)
    ]).toEqual([
      [join(folder, "real/inner/new/deep"), join(folder, "real/later/elsewhere/x")],
      [join(folder, "real"), join(folder, "none"), join(folder, "real/inner/x"), join(folder, "real")],
      [join(folder, "real/inner")]
    ])
    const round = "version: 1\npermissions: { shell: { allowed_paths: [~/round/x, ~/chain40] } }"
    expect(messageOf(file("round.yaml", round))).toBe(
      [
        "DIR/round.yaml:2:41: the path leads through more than 40 links",
        "DIR/round.yaml:2:52: the path leads through more than 40 links"
      ].join("\n")
    )
  })

  it("compares patterns with files by resolved paths, and with commands as written", () => {
    mkdirSync(join(folder, "store"))
    symlinkSync("store", join(folder, "names"))
    const tool = (name: string, mode: FileMode) => {
      const sideEffects = mode === "r" ? "READ" : "WRITE"
      return makeToolDefinition({
        name,
        sideEffects,
        resources: [{ kind: "file", arg: "/path", mode, within: "host" }]
      })
    }
    const tools = [
      tool("read_file", "r"),
      tool("write_file", "rw"),
      makeToolDefinition({ name: "shell", sideEffects: "EXECUTE", resources: [{ kind: "shell", arg: "/command" }] })
    ] as const
    const text = [
      "version: 1",
      'rules: { deny: ["read_file(~/names/secret)"], ask: ["read_file(~/names/ask)"], allow: ["read_file(~/names/other)", "write_file(~/names/**)", "shell(~/names/run)"] }',
      'protected: ["~/names/kept"]',
      'unprotected: ["~/names/.envrc"]'
    ].join("\n")
    const installed = new Map([["host", new Set(["function"] as const)]])
    const policy = DefaultPolicy.make({ configs: loaded(file("names.yaml", text)), tools }, installed)
    const decided = (at: 0 | 1, name: string) => {
      const mode = at === 0 ? "r" : "rw"
      const resources = [{ kind: "file" as const, path: join(folder, name) as ResolvedPath, mode }] as const
      return policy.judge(makePermissionRequest({ resources }, tools[at])).decision
    }
    expect([decided(0, "store/secret"), decided(0, "store/ask"), decided(0, "store/other")]).toEqual([
      "deny",
      "ask",
      "allow"
    ])
    expect([
      decided(1, "store/x"),
      decided(1, "names/x"),
      decided(1, "store/.envrc"),
      decided(1, "store/kept")
    ]).toEqual(["allow", "ask", "allow", "ask"])
    const run = (program: string) => {
      const command = {
        kind: "command",
        argv: [join(folder, program)],
        assigned: [],
        wrapper: false,
        inWorkspace: true
      } as const
      return policy.judge(makePermissionRequest({ resources: [{ ...command, paths: [], hosts: [] }] }, tools[2]))
        .decision
    }
    expect([run("names/run"), run("store/run")]).toEqual(["allow", "ask"])
  })

  it("refuses anything but a regular file, without blocking", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")])
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(folder, "socket"), resolve))
    expect(messageOf(join(folder, "pipe"))).toBe("DIR/pipe: it is not a regular file")
    expect(messageOf(join(folder, "socket"))).toBe("DIR/socket: it is not a regular file")
    expect(messageOf("/dev/zero")).toBe("/dev/zero: it is not a regular file")
    expect(messageOf(folder)).toBe("DIR: it is a folder; name a file")
    await new Promise((resolve) => server.close(resolve))
  })

  it("refuses a file that is missing, too long or not UTF-8", () => {
    expect(messageOf(join(folder, "none.yaml"))).toBe("DIR/none.yaml: there is no such file or folder")
    expect(messageOf(join(file("plain.yaml", "version: 1"), "x"))).toBe(
      "DIR/plain.yaml/x: a part of its path is not a folder"
    )
    expect(messageOf(join(folder, "round"))).toBe(
      "DIR/round: it is a link that is not followed, or its path leads through too many links"
    )
    expect(messageOf(join(folder, "a\nb\u202e"))).toBe("DIR/a\\u000ab\\u202e: there is no such file or folder")
    const filled = (bytes: number) => file("long.yaml", `version: 1\n#${" ".repeat(bytes - 12)}`)
    expect(loaded(filled(4 * 1024 * 1024)).length).toBe(1)
    expect(messageOf(filled(4 * 1024 * 1024 + 1))).toBe(
      "DIR/long.yaml: it is longer than 4 MiB; split the policy into several files"
    )
    expect(messageOf(filled(5 * 1024 * 1024))).toBe(
      "DIR/long.yaml: it is longer than 4 MiB; split the policy into several files"
    )
    expect(messageOf(file("latin.yaml", Buffer.from("version: 1 # \xe9", "latin1")))).toBe(
      "DIR/latin.yaml: it is not UTF-8 text"
    )
  })

  it.runIf(process.platform === "linux")("reads a file to its end, even if its reported size is wrong", async () => {
    const args = ["-e", "process.stdin.resume()", "x".repeat(20_000)]
    const child = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "inherit"] })
    await once(child, "spawn")
    try {
      // The file of the command's words, each followed by a NUL, has a reported size of 0.
      const last = [process.execPath, ...args].reduce((length, word) => length + word.length + 1, 0)
      const path = `/proc/${child.pid}/cmdline`
      expect(messageOf(path)).toContain(`${path}:1:${last}: the text contains the character U+0000`)
    } finally {
      child.stdin.end()
    }
  })

  it("refuses a file without read permission", () => {
    const path = file("secret.yaml", "version: 1")
    chmodSync(path, 0)
    const isRoot = process.getuid?.() === 0
    // Root may read everything.
    if (isRoot) process.seteuid?.(65534)
    try {
      expect(messageOf(path)).toBe("DIR/secret.yaml: this user may not read it")
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})

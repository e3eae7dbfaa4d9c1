import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import {
  type CommandResource,
  type JsonObject,
  type ResolvedPath,
  type ResourceDeclaration,
  Resources
} from "@toolgate/core"
import { misleadingUrls } from "@toolgate/testing/hostile"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, describe, expect, it } from "vitest"
import { WorkspaceResources } from "../src/index.ts"
import { contextIn, toolWith } from "./resolving.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-commands-")))
const ws = join(base, "ws") as ResolvedPath
mkdirSync(join(ws, "sub"), { recursive: true })
mkdirSync(join(base, "outside"))
writeFileSync(join(ws, ".env"), "SECRET")
symlinkSync("../outside", join(ws, "out"))

const runtime = ManagedRuntime.make(WorkspaceResources.layer)
afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

const resolve = (declaration: ResourceDeclaration, args: JsonObject, workspace = ws) =>
  runtime.runPromise(
    Effect.flatMap(Resources, (resources) => resources.resolve(toolWith(declaration), args, contextIn(workspace))).pipe(
      Effect.catch((refusal) => Effect.succeed(refusal))
    )
  )

describe("the host of a URL", () => {
  const host = (url: string) => resolve({ kind: "url", arg: "/url" }, { url })

  it.each([
    ["https://example.org/x?y", "example.org", 443],
    ["http://EXAMPLE.org.:8080", "example.org", 8080],
    ["http://bücher.example", "xn--bcher-kva.example", 80],
    ["http://2130706433/", "127.0.0.1", 80],
    ["http://0x7f.1", "127.0.0.1", 80],
    ["http://[::ffff:127.0.0.1]", "127.0.0.1", 80],
    ["http://[::1]:3000", "[::1]", 3000]
  ])("of %s is %s", async (url, name, port) => {
    expect(await host(url)).toEqual([{ kind: "host", host: name, port }])
  })

  it.each(misleadingUrls)("is refused for %j, without repeating the text", async (url) => {
    const answer = await host(url)
    expect(answer).toMatchObject({ why: "InvalidArgs", details: { arg: "/url" } })
    if (url.length > 6) expect(JSON.stringify(answer)).not.toContain(url)
  })

  it("is refused for a value that is not text", async () => {
    for (const url of [null, 1, {}, []]) {
      expect(await resolve({ kind: "url", arg: "/url" }, { url })).toMatchObject({ why: "InvalidArgs" })
    }
    expect(await resolve({ kind: "url", arg: "/url" }, {})).toMatchObject({ why: "InvalidArgs" })
    expect(await resolve({ kind: "url", arg: "/url", fallback: "http://a.org" }, {})).toHaveLength(1)
  })
})

describe("the parts of a command", () => {
  const shell = (command: string, workspace = ws) => resolve({ kind: "shell", arg: "/command" }, { command }, workspace)
  const command = (argv: ReadonlyArray<string>, more: object = {}) => ({
    kind: "command",
    argv,
    assigned: [],
    wrapper: false,
    inWorkspace: true,
    paths: argv.map((word) => join(ws, word)),
    hosts: [],
    ...more
  })

  it("are its simple commands and its redirections, with the folder in which they run", async () => {
    expect(await shell("git status && cd sub && cat < a > ../b")).toEqual([
      command(["git", "status"]),
      command(["cd", "sub"], { wrapper: true }),
      { kind: "file", path: join(ws, "sub/a"), mode: "r" },
      { kind: "file", path: join(ws, "b"), mode: "w" },
      command(["cat"], { paths: [join(ws, "sub/cat")] })
    ])
  })

  it("name the possible files and hosts of their words, with links followed", async () => {
    const [found] = (await shell("grep -hf.env --file=out/x http://Evil.org:81/y")) as ReadonlyArray<object>
    expect(found).toMatchObject({
      paths: expect.arrayContaining([join(ws, ".env"), join(base, "outside/x")]),
      hosts: [{ host: "evil.org", port: 81 }]
    })
  })

  it("report that a command leaves the workspace, or that this is unknown", async () => {
    expect(await shell("cd out && ls")).toMatchObject([
      { argv: ["cd", "out"], inWorkspace: true },
      { argv: ["ls"], inWorkspace: false }
    ])
    expect(await shell('cd "$D" && ls')).toContainEqual(expect.objectContaining({ kind: "opaque" }))
    expect(await shell("")).toMatchObject([{ kind: "opaque" }])
  })

  it("do not treat the host of a URL as a path, but do so for a file URL", async () => {
    const [found] = (await shell("curl https://a.org/etc/x --url=http://b.org file:///etc/passwd")) as unknown as [
      { paths: ReadonlyArray<string> }
    ]
    expect(found.paths.filter((path) => !path.startsWith(ws))).toEqual(["/etc/passwd"])
  })

  it("report words that lead out of the workspace from the folder in which they are read", async () => {
    const outside = async (text: string) =>
      ((await shell(text)) as ReadonlyArray<CommandResource>)
        .findLast(({ kind }) => kind === "command")
        ?.outside?.map(({ at, path, unusual }) => [at, path, ...(unusual === undefined ? [] : ["unusual"])])
    expect(await outside("/bin/cp -r a --target-directory=/etc b ../../../../usr/x")).toEqual([
      [3, "/etc"],
      [5, "/usr/x"]
    ])
    expect(await outside(`mkdir -p ${ws}/a sub/../b /dev/null /dev/stdout .`)).toBeUndefined()
    expect(await outside("tee /dev/sda /dev/../etc/x")).toEqual([
      [1, "/dev/sda"],
      [2, "/etc/x"]
    ])
    expect(await outside("cd sub && rm ../a")).toBeUndefined()
    expect(await outside("cd sub && rm ../../../../../../etc/a *.b")).toEqual([[1, "/etc/a"]])
    expect(await outside("cat /etc/host*")).toContainEqual([1, "/etc/hosts"])
  })

  it("report words with a first name that is unusual in the root, on any machine", async () => {
    const unusual = async (text: string) =>
      ((await shell(text)) as ReadonlyArray<CommandResource>).flatMap(({ outside = [] }) =>
        outside.map((word) => word.unusual === true)
      )
    for (const text of [
      "sed /a/,/b/p a",
      "grep /api a",
      "cut -d/ -f1 a",
      "awk -F/ a",
      "sed /^etc/p a",
      "cat /nothing/x"
    ])
      expect([text, [...new Set(await unusual(text))]]).toEqual([text, [true]])
    for (const path of [
      "/etc/nothing-of-the-sort",
      "/proc/cpuinfo",
      "/home/u/x",
      "/data/x",
      "/mnt",
      "/tmp/nothing/x",
      "//etc/x",
      "/./etc"
    ])
      expect([path, await unusual(`cat ${path}`)]).toEqual([path, [false]])
    expect(await unusual(`cat ${dirname(ws)}/x`)).toEqual([false])
    expect(await unusual("cat ../../../../../../nothing")).toEqual([false])
    expect(await unusual("ls /")).toEqual([false])
  })

  it("distinguish a program of another folder from the program that a pattern names", async () => {
    expect(await shell("./run && cd sub && ./run && /bin/ls")).toMatchObject([
      { argv: ["./run"], inWorkspace: true },
      { argv: ["cd", "sub"], inWorkspace: true },
      { argv: ["./run"], inWorkspace: false },
      { argv: ["/bin/ls"], inWorkspace: true }
    ])
  })

  it("include the hosts of every URL, with any scheme", async () => {
    const [found] = (await shell(
      "x '{http://a.org/,ws://b.org/}' git://c.org/r ssh://me@d.org:2222/r svn://e.org"
    )) as [object]
    expect(found).toMatchObject({
      hosts: [
        { host: "a.org", port: 80 },
        { host: "b.org", port: 80 },
        { host: "c.org", port: 9418 },
        { host: "d.org", port: 2222 },
        { host: "e.org", port: 0 }
      ]
    })
  })

  it("are opaque if shells read the text in different ways, with the commands of one shell", async () => {
    for (const text of ["git log &>/dev/null rm -rf x", "git log $'a\\'; rm -rf x #'", "$'\\x72m' x"]) {
      const parts = await shell(text)
      expect(parts, text).toContainEqual(expect.objectContaining({ kind: "opaque" }))
    }
    expect(await shell("$'\\x72m' x")).toContainEqual(expect.objectContaining({ argv: ["rm", "x"] }))
  })

  it("of an argument vector are those of the same words in quotes", async () => {
    const argv = (words: JsonObject[string]) => resolve({ kind: "argv", arg: "/argv" }, { argv: words })
    expect(await argv(["echo", "a b", "$x", "it's", ";", "rm"])).toMatchObject([
      { kind: "command", argv: ["echo", "a b", "$x", "it's", ";", "rm"] }
    ])
    expect(await argv(["sh", "-c", "rm x"])).toContainEqual(expect.objectContaining({ argv: ["rm", "x"] }))
    for (const words of [[], "ls", null, [1], {}]) expect(await argv(words)).toMatchObject({ why: "InvalidArgs" })
  })

  it("of a declared command are those of its filled words; the tool has no separate program", async () => {
    const words = (argv: ReadonlyArray<string>, args: JsonObject = {}) => resolve({ kind: "command", argv }, args)
    expect(await words(["cat", "{a}"], { a: "it's $x; rm y" })).toEqual([command(["cat", "it's $x; rm y"])])
    expect(await words(["nice", "env", "A=1", "rm", "{a}"], { a: "x" })).toContainEqual(
      command(["rm", "x"], { assigned: ["A"] })
    )
    expect(await words(["./run", "./run", "{a}"], { a: "/etc/passwd" })).toEqual([
      command(["./run", "./run", "/etc/passwd"], {
        paths: [join(ws, "run"), "/etc/passwd"],
        outside: [{ at: 2, path: "/etc/passwd" }]
      })
    ])
    expect(await words(["./run"])).toEqual([command(["./run"], { paths: [] })])
    expect(await words(["run"])).toEqual([command(["run"])])
  })

  it("of a declared command are not read to their end if an argument is ten megabytes long", async () => {
    const a = "x/".repeat(5_000_000)
    expect(await resolve({ kind: "command", argv: ["cat", "{a}"] }, { a })).toContainEqual(
      expect.objectContaining({ kind: "unread" })
    )
  })

  it("are resolved in a workspace that does not exist yet", async () => {
    const later = join(base, "later/ws") as ResolvedPath
    expect(await shell("echo x > a/../b", later)).toContainEqual({ kind: "file", path: join(later, "b"), mode: "w" })
    expect(
      await resolve({ kind: "file", arg: "/path", mode: "r", within: "workspace" }, { path: "../x" }, later)
    ).toMatchObject({ why: "FileDenied" })
  })
})

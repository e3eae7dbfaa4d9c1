// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the name of a file
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { trustReferences } from "@toolgate/local-secrets/references"
import { parseMcpConfig, resolveSource } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { draftServer } from "../../../src/mcp/install/draftServer.ts"
import { addServers } from "../../../src/mcp/install/editMcpConfig.ts"
import { findServerDifferences, getPackageFolder } from "../../../src/mcp/install/findServerDifferences.ts"
import type { ServerDraft } from "../../../src/mcp/install/ServerDraft.ts"

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-packages-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

afterEach(() => void vi.unstubAllEnvs())

/** Serves one package as a registry does, whose scripts write a file where they run. */
const registry = async (manifest: object, files: Readonly<Record<string, string>>) => {
  const at = folder()
  const ran = join(at, "ran")
  const scripts = { preinstall: `touch ${ran}`, install: `touch ${ran}`, postinstall: `touch ${ran}` }
  const whole = { name: "notes-server", version: "1.2.3", scripts, ...manifest }
  for (const [name, text] of Object.entries({ ...files, "package.json": JSON.stringify(whole) })) {
    mkdirSync(dirname(join(at, "package", name)), { recursive: true })
    writeFileSync(join(at, "package", name), text, { mode: 0o755 })
  }
  execFileSync("tar", ["-czf", "package.tgz", "package"], { cwd: at })
  const tarball = readFileSync(join(at, "package.tgz"))
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  const server = createServer((request, response) => {
    if (request.url === "/package.tgz") return response.end(tarball)
    if (request.url !== "/notes-server") return response.writeHead(404).end("{}")
    const { port } = server.address() as AddressInfo
    const version = { ...whole, dist: { tarball: `http://127.0.0.1:${port}/package.tgz`, integrity } }
    const packument = { name: "notes-server", "dist-tags": { latest: "1.2.3" }, versions: { "1.2.3": version } }
    return response.setHeader("content-type", "application/json").end(JSON.stringify(packument))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  vi.stubEnv("npm_config_cache", join(at, "cache"))
  return { ran }
}

const wordsOf = (line: string) => line.split(" ").map(trustReferences)

const rights = { unconfined: false, files: [{ path: "/data", mode: "rw" as const }], network: true }
const script = { "dist/index.js": "#!/usr/bin/env node\nconsole.log('notes')\n" }

/** Writes the entry of a server, and returns a function that says in what another command differs from it. */
const comparing = async (draft: ServerDraft, packages: string) => {
  const text = await Effect.runPromise(addServers(undefined, "mcp.yaml", [{ name: "notes", draft }]))
  const entry = (await Effect.runPromise(parseMcpConfig(text, "mcp.yaml"))).servers.get("notes")
  if (entry === undefined) throw new Error("There is no entry.")
  const differing = (command: string, env = {}) =>
    Effect.runPromise(findServerDifferences(entry, { command: command.split(" ").map(trustReferences), env }, packages))
  return { entry, differing }
}

describe("a server that npx would fetch", () => {
  it("is installed in its exact version, without running its scripts", async () => {
    const { ran } = await registry({ bin: { "notes-server": "dist/index.js", other: "x.js" } }, script)
    const packages = folder()
    const command = wordsOf("npx -y notes-server@latest --all")
    const { draft, installed } = await Effect.runPromise(draftServer({ command }, rights, packages))
    const [own = ""] = readdirSync(packages)
    expect(installed).toMatchObject({ folder: join(packages, own), exact: "notes-server@1.2.3" })
    const entry = join(packages, own, "node_modules/notes-server/dist/index.js")
    expect(draft).toMatchObject({ command: ["node", entry, "--all"], network: "any" })
    expect(draft.files?.[0]).toEqual({ path: join(packages, own), mode: "r" })
    expect(draft.files?.at(-1)).toEqual({ path: "/data", mode: "rw" })
    expect(String(execFileSync(process.execPath, [entry]))).toBe("notes\n")
    expect(existsSync(ran)).toBe(false)
  })

  it("makes no reference of the names of its files", async () => {
    const program = "dist/${command:id}.js"
    await registry({ bin: { "notes-server": program } }, { [program]: script["dist/index.js"] })
    const packages = folder()
    const ready = await Effect.runPromise(draftServer({ command: wordsOf("npx notes-server") }, rights, packages))
    const { entry } = await comparing(ready.draft, packages)
    const { source } = await Effect.runPromise(resolveSource(entry))
    expect(source).toMatchObject({ command: ["node", expect.stringMatching(/dist\/\$\{command:id\}\.js$/)] })
  })

  it("is known by its package, its arguments, and the version if a command names one", async () => {
    await registry({ bin: { "notes-server": "dist/index.js", other: "dist/index.js" } }, script)
    const real = folder()
    const packages = `${real}-link`
    symlinkSync(real, packages)
    onTestFinished(() => rmSync(packages))
    const command = wordsOf("npx -y notes-server --all")
    const { draft, installed } = await Effect.runPromise(
      draftServer({ command, env: { A: trustReferences("b") } }, rights, packages)
    )
    const { entry, differing } = await comparing(draft, packages)
    expect(getPackageFolder(entry.source, packages)).toBe(installed?.folder)
    for (const [other, differs] of [
      ["npx -y notes-server --all", []],
      ["npx notes-server@latest --all", []],
      ["npm exec -- notes-server@1.2.3 --all", []],
      ["npx -y notes-server@^1.1 --all", []],
      ["npx -y --package notes-server@1 notes-server --all", []],
      ["npx notes-server@1.2.4 --all", ["its version"]],
      ["npx notes-server@2 --all", ["its version"]],
      ["npx -y notes-server --some", ["its arguments"]],
      ["npx -y other-server --all", ["its package"]],
      ["uvx notes-server --all", ["its package"]],
      ["notes-server --all", ["its command"]]
    ] as const)
      expect([other, await differing(other, { A: "b" })]).toEqual([other, differs])
    expect(await differing("npx -y notes-server --all", { A: "c" })).toEqual(['its variable "A"'])
    const fetched = await comparing({ command: wordsOf("npx -y notes-server"), unconfined: true }, packages)
    expect(await fetched.differing("npx notes-server")).toEqual([])
    expect(await fetched.differing("npx notes-server@1.2.3")).toEqual(["its version"])
    expect(await fetched.differing("npx notes-server x")).toEqual(["its arguments"])
    expect(await fetched.differing("npx server")).toEqual(["its command"])
  })

  it.each([
    [["npx", "absent-server"], /failed. It says:\n(?:.*\n)*.*404/],
    [
      ["npx", "--package", "notes-server", "third"],
      /has the programs one, two; name one: npx --package notes-server PROGRAM/
    ],
    [["npx", "notes-server"], /has the programs one, two/]
  ])(
    "leaves nothing behind if it cannot be installed: %j",
    async (command, why) => {
      await registry({ bin: { one: "dist/index.js", two: "dist/index.js" } }, script)
      const packages = folder()
      const { message } = await Effect.runPromise(
        Effect.flip(draftServer({ command: command.map(trustReferences) }, rights, packages))
      )
      expect(message).toMatch(why)
      expect(readdirSync(packages)).toEqual([])
    },
    60_000
  )

  it("is refused if its program is outside of its package", async () => {
    await registry({ bin: { "notes-server": "../../../../outside.js" } }, script)
    const packages = folder()
    writeFileSync(join(packages, "outside.js"), "")
    const failing = draftServer({ command: wordsOf("npx notes-server") }, rights, packages)
    const { message } = await Effect.runPromise(Effect.flip(failing))
    expect(message).toMatch(/is outside of it|has no program|lacks its program/)
  })
})

const wheel = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + "/notes_server-2.0-py3-none-any.whl", "w") as z:
    z.writestr("notes_server.py", "def main(): print('notes')")
    z.writestr("notes_server.pth", "import os; open(os.environ['RAN'], 'w')")
    d = "notes_server-2.0.dist-info/"
    z.writestr(d + "METADATA", "Metadata-Version: 2.1\\nName: notes-server\\nVersion: 2.0\\n")
    z.writestr(d + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    z.writestr(d + "entry_points.txt", "[console_scripts]\\nnotes-server = notes_server:main\\n")
    z.writestr(d + "RECORD", "")
`

describe("a server that uvx would fetch", () => {
  const hasPip = (() => {
    try {
      execFileSync("python3", ["-c", "import venv, ensurepip"])
      return true
    } catch {
      return false
    }
  })()

  it.runIf(hasPip)(
    "is installed from a wheel, which runs nothing",
    async () => {
      const index = folder()
      execFileSync("python3", ["-c", wheel, index])
      vi.stubEnv("PIP_NO_INDEX", "1")
      vi.stubEnv("PIP_FIND_LINKS", index)
      // A start of the environment's Python would run what the wheel has brought.
      const ran = join(index, "ran")
      vi.stubEnv("RAN", ran)
      const packages = folder()
      const { draft, installed } = await Effect.runPromise(
        draftServer({ command: wordsOf("uvx notes-server -v"), env: { A: trustReferences("b") } }, rights, packages)
      )
      expect(installed?.exact).toBe("notes-server==2.0")
      const { differing } = await comparing(draft, packages)
      for (const [other, differs] of [
        ["uvx notes-server -v", []],
        ["uvx --from Notes_Server==2.0 notes-server -v", []],
        ["uvx notes-server@2.1 -v", ["its version"]],
        ["uvx notes-server", ["its arguments"]],
        ["uvx other -v", ["its package"]]
      ] as const)
        expect([other, await differing(other, { A: "b" })]).toEqual([other, differs])
      expect(existsSync(ran)).toBe(false)
      const entry = join(installed?.folder ?? "", "bin/notes-server")
      expect(draft).toMatchObject({ command: [entry, "-v"], env: { A: "b" } })
      expect(String(execFileSync(entry))).toBe("notes\n")
    },
    120_000
  )
})

it.each([
  [
    ["docker", "run", "-i", "x"],
    'It starts a container with docker, which no sandbox here confines. Install the server as a program and add that, or add "--unconfined" to run it with all your rights.'
  ],
  [
    ["node", "server.js"],
    'It runs a program of this machine. Add "--see PATH" for what the program may read, or "--unconfined" to run it with all your rights.'
  ]
])("explains how to handle a command that cannot be confined: %j", async (words, why) => {
  const command = words.map(trustReferences)
  const none = { unconfined: false, files: [], network: false }
  const { message } = await Effect.runPromise(Effect.flip(draftServer({ command }, none, folder())))
  expect(message).toBe(why)
  const { draft } = await Effect.runPromise(draftServer({ command }, { ...none, unconfined: true }, folder()))
  expect(draft).toEqual({ command, unconfined: true })
})

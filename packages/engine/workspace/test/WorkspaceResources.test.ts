import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FileDeclaration, type JsonObject, type ResourceDeclaration, refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import { openWorkspace } from "../src/index.ts"
import { adapterOf, adapters } from "./adapters.ts"
import { answerOf, contextIn, toolWith } from "./resolving.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-resources-")))
const ws = join(base, "ws")

mkdirSync(join(ws, "a"), { recursive: true })
mkdirSync(`${ws}-evil`)
mkdirSync(join(base, "outside"))
writeFileSync(join(ws, "a/f"), "inside")
writeFileSync(join(base, "outside/secret"), "SECRET")
symlinkSync("../outside", join(ws, "out"))
symlinkSync("a/f", join(ws, "in"))
symlinkSync("../outside/new", join(ws, "dangling"))
symlinkSync("loop", join(ws, "loop"))
symlinkSync("loop", join(base, "loop"))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const declared = (more: Partial<FileDeclaration> = {}): FileDeclaration => ({
  kind: "file",
  arg: "/path",
  mode: "r",
  within: "workspace",
  ...more
})

for (const [name, layer] of adapters) {
  const adapter = await adapterOf(layer)
  const workspace = await Effect.runPromise(openWorkspace(ws))

  const resolved = (args: JsonObject, ...declarations: ReadonlyArray<ResourceDeclaration>) => {
    const answer = answerOf(adapter.resources.resolve(toolWith(...declarations), args, contextIn(workspace)))
    return answer._tag === "Success" ? answer.success : answer.failure
  }
  const paths = (path: string, more: Partial<FileDeclaration> = {}) => {
    const answer = resolved({ path }, declared(more))
    return "why" in answer ? answer : answer.map((resource) => (resource.kind === "file" ? resource.path : resource))
  }
  const leadsOut = refused("FileDenied", 'The path of the argument "path" leads out of the workspace.', {
    arg: "/path"
  })

  describe(`the target of an argument, as ${name} walks`, () => {
    afterAll(() => adapter[Symbol.asyncDispose]())

    it("is the same empty list for every tool that declares nothing", () => {
      const resolve = () => adapter.resources.resolve(toolWith(), {}, contextIn(workspace))
      expect(resolve()).toBe(resolve())
      expect(answerOf(resolve())).toMatchObject({ success: [] })
    })

    it("is one canonical path for each declaration, in order and with its mode", () => {
      const args = { from: "./a//../a/f", to: { "new/~name": "new/x" } }
      expect(resolved(args, declared({ arg: "/from" }), declared({ arg: "/to/new~1~0name", mode: "rw" }))).toEqual([
        { kind: "file", path: join(ws, "a/f"), mode: "r" },
        { kind: "file", path: join(ws, "new/x"), mode: "rw" }
      ])
    })

    it("follows links, and detours that end inside", () => {
      expect(paths("in")).toEqual([join(ws, "a/f")])
      expect(paths("../ws/in")).toEqual([join(ws, "a/f")])
      expect(paths("out/../ws/in")).toEqual([join(ws, "a/f")])
      expect(paths(join(ws, "a/f"))).toEqual([join(ws, "a/f")])
      expect(paths(".")).toEqual([ws])
    })

    it("include the path of a missing file", () => {
      expect(paths("new/deep/x")).toEqual([join(ws, "new/deep/x")])
      expect(paths("a/f/x")).toEqual([join(ws, "a/f/x")])
      expect(paths("dangling", { within: "host" })).toEqual([join(base, "outside/new")])
    })

    it("include the point where a path breaks off, with the mode to read", () => {
      const resource = (path: string, mode: string) => ({ kind: "file", path: join(ws, path), mode })
      expect(resolved({ path: "missing/../x" }, declared({ mode: "w" }))).toEqual([
        resource("x", "w"),
        resource("missing", "r")
      ])
      expect(resolved({ path: "a/f/.." }, declared())).toEqual([resource("a", "r"), resource("a/f", "r")])
      expect(paths("../outside/missing/../secret", { within: "host" })).toEqual([
        join(base, "outside/secret"),
        join(base, "outside/missing")
      ])
    })

    it.each([
      "..",
      "../outside/secret",
      "../ws-evil/x",
      "/etc/passwd",
      "/",
      "out",
      "out/secret",
      "out/missing",
      "dangling",
      "../loop",
      "../missing/../ws/a/f",
      "missing/../../outside/secret",
      "/proc/self/root/etc/passwd"
    ])("is refused if it leads out of the workspace: %s", (path) => {
      expect(paths(path)).toEqual(leadsOut)
    })

    it("may be outside if the declaration says so", () => {
      expect(paths("../outside/secret", { within: "host" })).toEqual([join(base, "outside/secret")])
      expect(paths("out/missing", { within: "host" })).toEqual([join(base, "outside/missing")])
      expect(paths("/", { within: "host" })).toEqual(["/"])
    })

    it("is refused if nothing can be resolved, without the path in the message", () => {
      for (const path of ["", "a\0b", "a/\ud800", "x".repeat(256), "loop", "loop/x"]) {
        const answer = paths(path)
        expect(answer).toMatchObject({ why: "InvalidArgs", details: { arg: "/path" } })
        if (path.length > 4) expect(JSON.stringify(answer)).not.toContain(path)
      }
      expect(paths("loop")).toMatchObject({
        message: 'The path of the argument "path" leads through more than 40 links.'
      })
    })

    it("is the fallback for an absent argument only", () => {
      const withFallback = declared({ fallback: "." })
      expect(resolved({}, withFallback)).toEqual([{ kind: "file", path: ws, mode: "r" }])
      for (const path of [null, 1, true, [], {}]) {
        expect(resolved({ path }, withFallback)).toMatchObject({ why: "InvalidArgs" })
      }
      expect(resolved({}, declared())).toMatchObject({
        why: "InvalidArgs",
        message: 'The argument "path" is missing; it must name a file.'
      })
    })

    it("is read from own properties only", () => {
      for (const arg of ["/__proto__/path", "/constructor/name", "/toString", "/list/length", "", "path"]) {
        expect(resolved({ list: ["a"] }, declared({ arg }))).toMatchObject({ why: "InvalidArgs" })
      }
      expect(resolved({}, declared({ arg: "/toString", fallback: "." }))).toHaveLength(1)
      expect(resolved({ list: ["a/f"] }, declared({ arg: "/list/0" }))).toHaveLength(1)
      const own = JSON.parse('{ "__proto__": { "path": "a/f" } }')
      expect(resolved(own, declared({ arg: "/__proto__/path" }))).toHaveLength(1)
    })
  })
}

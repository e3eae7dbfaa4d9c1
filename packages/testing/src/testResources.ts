import { deepEqual, equal, ok } from "node:assert/strict"
import type { Json, JsonObject, Resource, ResourceDeclaration, Resources } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makePermissionRequest, makeToolDefinition } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** An adapter of `Resources` under test. */
export interface ResourcesAdapter {
  readonly resources: Resources["Service"]
  /** The absolute path of a folder with the file `notes.txt` and the folder `sub`. Must not be the root. */
  readonly workspace: string
}

const file = (arg: string, mode: "r" | "w" | "rw" = "r"): ResourceDeclaration => ({
  kind: "file",
  arg,
  mode,
  within: "workspace"
})

/**
 * The contract suite of `Resources`, for any kind of workspace: each place in the arguments becomes one resource,
 * regardless of its spelling, and a path that leaves the workspace or cannot be resolved is refused.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdir, mkdtempDisposable, realpath, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { Resources } from "@toolgate/core"
 * import { testResources } from "@toolgate/testing"
 * import { WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * await using folder = await mkdtempDisposable(join(tmpdir(), "resources-"))
 * const workspace = join(await realpath(folder.path), "workspace")
 * await mkdir(join(workspace, "sub"), { recursive: true })
 * await writeFile(join(workspace, "notes.txt"), "")
 * const resources = await Effect.runPromise(Effect.provide(Resources, WorkspaceResources.layer))
 * testResources({ describe, it }, { resources, workspace })
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testResources = (suite: SuiteFunctions, { resources, workspace }: ResourcesAdapter): void => {
  const resolve = (declared: ReadonlyArray<ResourceDeclaration>, args: JsonObject) => {
    const tool = makeToolDefinition({ resources: declared, sideEffects: "WRITE" })
    const { context } = makePermissionRequest({ context: { workspace: workspace as never } })
    return Effect.runPromise(Effect.result(resources.resolve(tool, args, context)))
  }
  const resolved = async (declared: ReadonlyArray<ResourceDeclaration>, args: JsonObject) => {
    const answer = await resolve(declared, args)
    if (Result.isFailure(answer)) throw new Error(`It was refused: ${answer.failure.message}`)
    return answer.success
  }
  const refusal = async (declared: ReadonlyArray<ResourceDeclaration>, args: JsonObject) => {
    const answer = await resolve(declared, args)
    if (Result.isSuccess(answer)) throw new Error(`It was resolved: ${JSON.stringify(answer.success)}`)
    return answer.failure
  }
  const pathOf = async (path: string): Promise<string> => {
    const [found, ...more] = await resolved([file("/path")], { path })
    deepEqual(more, [])
    ok(found?.kind === "file")
    return found.path
  }

  suite.describe("resources", () => {
    suite.it("are empty for a tool without declarations, with any arguments", async () => {
      deepEqual(await resolved([], { path: "notes.txt", url: "https://example.org", command: "ls" }), [])
    })

    suite.it("are one for each declared argument, in order, with the access to it", async () => {
      const found = await resolved([file("/to", "w"), file("/from/0")], { from: ["notes.txt"], to: "sub/new.txt" })
      deepEqual(
        found.map((one: Resource) => (one.kind === "file" ? one.mode : one.kind)),
        ["w", "r"]
      )
      ok(found[0]?.kind === "file" && found[0].path.endsWith("new.txt"))
      ok(found[1]?.kind === "file" && found[1].path.endsWith("notes.txt"))
    })

    suite.it("name a file by one path, in any spelling, and the same one each time", async () => {
      const path = await pathOf("notes.txt")
      for (const spelled of [
        "./notes.txt",
        "sub/../notes.txt",
        "sub//..//./notes.txt",
        `${workspace}/notes.txt`,
        "notes.txt"
      ])
        equal(await pathOf(spelled), path, spelled)
    })

    suite.it("name a file that does not exist yet", async () => {
      ok((await pathOf("sub/not/yet.txt")).endsWith("yet.txt"))
    })

    for (const path of ["..", "../elsewhere.txt", "sub/../../elsewhere.txt", "/elsewhere.txt", "/etc/passwd"])
      suite.it(`are refused if they lead out of the workspace: ${path}`, async () => {
        equal((await refusal([file("/path", "rw")], { path })).class, "permission_denied")
      })

    for (const path of [null, 1, {}, ["notes.txt"], "notes\0.txt"] as ReadonlyArray<Json>)
      suite.it(`are refused if an argument is not a valid path: ${JSON.stringify(path)}`, async () => {
        const refused = await refusal([file("/path")], { path })
        ok(["validation_error", "permission_denied"].includes(refused.class), refused.class)
      })

    suite.it("are refused if an argument is absent, unless the tool declares what that means", async () => {
      equal((await refusal([file("/path")], {})).why, "InvalidArgs")
      const [found] = await resolved(
        [{ kind: "file", arg: "/path", mode: "r", within: "workspace", fallback: "sub" }],
        {}
      )
      ok(found?.kind === "file" && found.path.endsWith("sub"))
    })

    suite.it("include a file with everything beneath it if the tool declares so", async () => {
      const tree: ResourceDeclaration = { kind: "file", arg: "/to", mode: "rw", within: "workspace", scope: "tree" }
      const [found] = await resolved([tree], { to: "sub" })
      ok(found?.kind === "file" && found.path.endsWith("sub") && found.scope === "tree")
      const [one] = await resolved([file("/path")], { path: "sub" })
      ok(one?.kind === "file" && !("scope" in one))
    })

    suite.it("are empty if a file is absent and the tool allows that, even in a list", async () => {
      const either: ResourceDeclaration = {
        kind: "file",
        arg: "/path",
        mode: "r",
        within: "workspace",
        absent: "nothing"
      }
      deepEqual(await resolved([either], { text: "a" }), [])
      equal((await resolved([either], { path: "notes.txt" })).length, 1)
      for (const path of [null, 1, ""])
        equal((await refusal([either], { path })).why, "InvalidArgs", JSON.stringify(path))
      const each = { ...either, arg: "/tables/*/path" }
      for (const tables of [undefined, [], [{ text: "a" }]])
        deepEqual(await resolved([each], tables === undefined ? {} : { tables }), [])
      equal((await resolved([each], { tables: [{ text: "a" }, { path: "notes.txt" }] })).length, 1)
      for (const tables of ["notes.txt", ["notes.txt"], [null], [{ path: null }]] as ReadonlyArray<Json>)
        equal((await refusal([each], { tables })).why, "InvalidArgs", JSON.stringify(tables))
    })

    suite.it("include one for each item of a list, and each must be a path", async () => {
      const paths = (args: JsonObject) => resolved([file("/paths/*"), file("/edits/*/path", "w")], args)
      const found = await paths({ paths: ["sub/../notes.txt", "sub"], edits: [{ path: "new.txt" }] })
      deepEqual(
        found.map((one) => (one.kind === "file" ? [one.path.split("/").at(-1), one.mode] : one.kind)),
        [
          ["notes.txt", "r"],
          ["sub", "r"],
          ["new.txt", "w"]
        ]
      )
      const wrong = [undefined, null, "notes.txt", {}, { "*": "notes.txt" }, [], ["notes.txt", 1], [["notes.txt"]]]
      for (const given of [...wrong, ["notes.txt", null], Array(257).fill("notes.txt")] as ReadonlyArray<Json>)
        equal((await refusal([file("/paths/*")], { paths: given })).why, "InvalidArgs", JSON.stringify(given))
      equal((await refusal([file("/paths/*")], { paths: ["notes.txt", "../elsewhere"] })).why, "FileDenied")
      for (const edits of [
        [{ path: "sub" }, {}],
        [{ path: "sub" }, "sub"]
      ])
        equal((await refusal([file("/edits/*/path")], { edits })).why, "InvalidArgs", JSON.stringify(edits))
      equal((await resolved([file("/paths/*")], { paths: Array(256).fill("notes.txt") })).length, 256)
    })

    suite.it("are the fallback if a list is absent or empty", async () => {
      const declared: ResourceDeclaration = { kind: "url", arg: "/urls/*", fallback: "https://example.org" }
      for (const args of [{}, { urls: [] }])
        deepEqual(await resolved([declared], args), [{ kind: "host", host: "example.org", port: 443 }])
      for (const urls of [null, {}, "https://example.org"])
        equal((await refusal([declared], { urls })).why, "InvalidArgs", JSON.stringify(urls))
    })

    suite.it("name the host and port of a URL in standard form", async () => {
      const url = { kind: "url", arg: "/url" } as const
      deepEqual(await resolved([url], { url: "https://EXAMPLE.org.:8443/x" }), [
        { kind: "host", host: "example.org", port: 8443 }
      ])
      deepEqual(await resolved([url], { url: "http://127.1/" }), [{ kind: "host", host: "127.0.0.1", port: 80 }])
      for (const given of ["/etc/passwd", "file:///etc/passwd", "http://user@example.org", "", null])
        equal((await refusal([url], { url: given })).why, "InvalidArgs", String(given))
    })

    suite.it("include a host that the tool declares, with any arguments", async () => {
      const declared: ResourceDeclaration = { kind: "host", host: "example.org", port: 443 }
      deepEqual(await resolved([declared], { url: "https://example.com" }), [declared])
    })

    suite.it("contain the words of a declared command, with its arguments filled in", async () => {
      const declared: ResourceDeclaration = { kind: "command", argv: ["git", "log", "--author={who}", "--", "{paths}"] }
      const argvOf = async (args: JsonObject) =>
        (await resolved([declared], args)).map((one) => (one.kind === "command" ? one.argv : one.kind))
      deepEqual(await argvOf({ who: "$(id)", paths: ["a b", "-x"] }), [
        ["git", "log", "--author=$(id)", "--", "a b", "-x"]
      ])
      deepEqual(await argvOf({}), [["git", "log", "--"]])
    })

    suite.it("are refused if an argument becomes an option or no word of a declared command", async () => {
      const declared: ResourceDeclaration = { kind: "command", argv: ["ls", "{a}"] }
      for (const a of ["-l", "--", -1, ["x", "-l"], "x\0", "\ud800"]) {
        const refused = await refusal([declared], { a })
        equal(refused.why, "InvalidArgs")
        deepEqual(refused.details, { arg: "/a" })
      }
    })

    suite.it("contain the words of a command unchanged", async () => {
      const [found, ...more] = await resolved([{ kind: "argv", arg: "/words" }], { words: ["git", "log", "-n 1"] })
      deepEqual(more, [])
      ok(found?.kind === "command")
      deepEqual(found.argv, ["git", "log", "-n 1"])
      equal(found.inWorkspace, true)
    })
  })
}

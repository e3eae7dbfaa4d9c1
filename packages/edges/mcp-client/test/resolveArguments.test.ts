import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Args, type ResolvedPath, type ResourceDeclaration, Resources } from "@toolgate/core"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { resolveArguments } from "../src/upstream/resolveArguments.ts"
import { folder } from "./openServers.ts"

const file = (arg: string, fallback?: string): ResourceDeclaration => ({
  kind: "file",
  arg,
  mode: "rw",
  within: "workspace",
  ...(fallback === undefined ? {} : { fallback })
})

/** Judges a call, runs `meanwhile`, and returns the arguments that the tool receives. */
const handing = async (
  args: Args,
  resources: ReadonlyArray<ResourceDeclaration>,
  workspace: ResolvedPath,
  meanwhile = () => {}
) => {
  const context = { workspace } as Parameters<Resources["Service"]["resolve"]>[2]
  const judged = await Effect.runPromise(
    Effect.flatMap(Resources, ({ resolve }) => resolve({ resources } as never, args, context)).pipe(
      Effect.provide(WorkspaceResources.layer),
      Effect.mapError(({ message }) => new Error(message))
    )
  )
  meanwhile()
  return resolveArguments(args, resources, { workspace, resources: judged })
}

it("resolves paths to absolute ones without links, even for missing files", async () => {
  const workspace = folder()
  mkdirSync(join(workspace, "data/deep"), { recursive: true })
  writeFileSync(join(workspace, "data/a"), "")
  symlinkSync("data/deep", join(workspace, "link"))
  symlinkSync("data/later", join(workspace, "ahead"))
  const handed = (path: string) => handing({ path }, [file("/path")], workspace)
  expect(await handed("link/../a")).toEqual({ path: join(workspace, "data/a") })
  expect(await handed("link/new/b/")).toEqual({ path: join(workspace, "data/deep/new/b") })
  expect(await handed("ahead")).toEqual({ path: join(workspace, "data/later") })
  expect(await handed(join(workspace, "link"))).toEqual({ path: join(workspace, "data/deep") })
  await expect(handed("missing/../a")).rejects.toThrow('The argument at "/path" cannot be passed')
})

it("fills in the judged fallback, and leaves other arguments unchanged", async () => {
  const workspace = folder()
  const given = Object.freeze({ to: Object.freeze({ other: "./x" }) })
  const handed = await handing(given, [file("/to/path", ".")], workspace)
  expect([handed, given]).toEqual([{ to: { path: workspace, other: "./x" } }, { to: { other: "./x" } }])
  await expect(handing({}, [file("/to/path", ".")], workspace)).rejects.toThrow('"/to/path"')
})

it("resolves each path of a list, and fills an absent list with the fallback", async () => {
  const workspace = folder()
  const handed = (args: Args, fallback?: string) => handing(args, [file("/paths/*", fallback)], workspace)
  expect(await handed({ paths: ["a", "././b"] })).toEqual({ paths: [join(workspace, "a"), join(workspace, "b")] })
  for (const args of [{}, { paths: [] }]) expect(await handed(args, ".")).toEqual({ paths: [workspace] })
  expect(await handing({ edits: [{ path: "a", to: "b" }] }, [file("/edits/*/path")], workspace)).toEqual({
    edits: [{ path: join(workspace, "a"), to: "b" }]
  })
})

it("omits an absent path without a fallback", async () => {
  const workspace = folder()
  const either = { ...file("/path"), absent: "nothing" } as const
  expect(await handing({ text: "a" }, [either], workspace)).toEqual({ text: "a" })
  expect(await handing({ path: "a" }, [either], workspace)).toEqual({ path: join(workspace, "a") })
  const each = { ...either, arg: "/tables/*/path" }
  const tables = [{ text: "a" }, { path: "b" }]
  expect(await handing({ tables }, [each], workspace)).toEqual({
    tables: [{ text: "a" }, { path: join(workspace, "b") }]
  })
  expect(await handing({}, [each], workspace)).toEqual({})
})

it("refuses a path whose target changed since it was judged", async () => {
  const workspace = folder()
  for (const name of ["a", ".env"]) writeFileSync(join(workspace, name), "")
  const link = join(workspace, "link")
  symlinkSync("a", link)
  const swap = () => {
    rmSync(link)
    symlinkSync(".env", link)
  }
  const both = [file("/path"), { ...file("/out"), mode: "r" as const }]
  for (const [args, declared] of [
    [{ path: "link" }, [file("/path")]],
    [{ paths: ["a", "link"] }, [file("/paths/*")]],
    [{ path: "link", out: ".env" }, both]
  ] as const) {
    const handed = handing(args, declared, workspace, swap)
    await expect(handed).rejects.toThrow("leads elsewhere since the call was judged")
    rmSync(link)
    symlinkSync("a", link)
  }
})

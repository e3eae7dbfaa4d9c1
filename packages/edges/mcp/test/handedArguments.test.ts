import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ResourceDeclaration } from "@toolgate/core"
import { expect, it } from "vitest"
import { handedArguments } from "../src/upstream/handedArguments.ts"
import { folder } from "./openServers.ts"

const file = (arg: string, fallback?: string): ResourceDeclaration => ({
  kind: "file",
  arg,
  mode: "rw",
  within: "workspace",
  ...(fallback === undefined ? {} : { fallback })
})

it("hands over where a path leads: absolute, with its links followed, also to what does not exist yet", async () => {
  const workspace = folder()
  mkdirSync(join(workspace, "data/deep"), { recursive: true })
  writeFileSync(join(workspace, "data/a"), "")
  symlinkSync("data/deep", join(workspace, "link"))
  const handed = (path: string) => handedArguments({ path }, [file("/path")], workspace)
  expect(await handed("link/../a")).toEqual({ path: join(workspace, "data/a") })
  expect(await handed("link/new/b/")).toEqual({ path: join(workspace, "data/deep/new/b") })
  expect(await handed(join(workspace, "link"))).toEqual({ path: join(workspace, "data/deep") })
  await expect(handed("missing/../a")).rejects.toThrow('The argument at "/path" names nothing')
})

it("hands over the fallback that was judged, and leaves other arguments and the given ones as they are", async () => {
  const workspace = folder()
  const given = Object.freeze({ to: Object.freeze({ other: "./x" }) })
  const handed = await handedArguments(given, [file("/to/path", ".")], workspace)
  expect([handed, given]).toEqual([{ to: { path: workspace, other: "./x" } }, { to: { other: "./x" } }])
  await expect(handedArguments({}, [file("/to/path", ".")], workspace)).rejects.toThrow('"/to/path"')
})

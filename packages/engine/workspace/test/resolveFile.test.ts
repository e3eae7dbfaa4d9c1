import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { FileFailed, type FileMode, type Files, type ResolvedPath } from "@toolgate/core"
import { getLeastCount, runs } from "@toolgate/testing"
import { insidePaths, outsidePaths, plantFiles, spellPath, tryFileAttacks } from "@toolgate/testing/hostile"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { type Adapter, adapterOf, adapters } from "./adapters.ts"
import { forest, tree, wild } from "./forest.ts"
import { answerOf, contextIn, toolWith } from "./resolving.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-table-")))
const workspace = plantFiles(base, { outside: "full" })
const emptied = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-table-")))
plantFiles(emptied, { outside: "empty" })
afterAll(() => {
  for (const each of [base, emptied]) rmSync(each, { recursive: true, force: true })
})

const spelled = (path: string, root = base) => spellPath(path, root)

const operations = {
  read: [(path: string) => readFileSync(path, "utf8"), (files: Files, path: string) => files.read(path)],
  list: [
    (path: string) => readdirSync(path).length,
    async (files: Files, path: string) => (await files.list(path)).length
  ],
  stat: [
    (path: string) => statSync(path).isFile(),
    async (files: Files, path: string) => (await files.stat(path)).kind === "file"
  ]
} as const

const words: Readonly<Record<string, string>> = {
  ENOENT: "NotFound",
  ENOTDIR: "NotADirectory",
  EISDIR: "NotAFile",
  ELOOP: "TooManyLinks",
  ENAMETOOLONG: "BadName",
  ERR_INVALID_ARG_VALUE: "BadName"
}

/**
 * Returns the system's answer for a path from the workspace. "BadName" for an empty path or one with half a character,
 * for which the system has no answer.
 */
const kernelSays = (path: string, ask: (path: string) => unknown, from: string = workspace): unknown => {
  if (path === "" || !path.isWellFormed()) return "BadName"
  try {
    return ask(path.startsWith("/") ? path : `${from}/${path}`)
  } catch (error) {
    return words[(error as NodeJS.ErrnoException).code ?? ""] ?? String(error)
  }
}

/**
 * Returns the gate's answer: the argument is resolved as declared by a tool for files, and then used with the granted
 * access.
 */
const gateSays = async (
  { resources, open }: Adapter,
  path: string,
  use: (files: Files, path: string) => PromiseLike<unknown>,
  mode: FileMode = "r",
  root = workspace as ResolvedPath
) => {
  const tool = toolWith({ kind: "file", arg: "/path", mode, within: "workspace" })
  const answer = answerOf(resources.resolve(tool, { path }, contextIn(root)))
  if (answer._tag === "Failure") return answer.failure.details.reason ?? answer.failure.message
  const access = answer.success.flatMap((one) =>
    one.kind === "file" ? [{ path: one.path, mode: one.mode, scope: "exact" as const }] : []
  )
  try {
    return await use(open(access, root), path)
  } catch (error) {
    return error instanceof FileFailed ? error.reason : error
  }
}

/** Returns the point where the system stops: the end of the path, or the obstacle before it. */
const endOf = (path: string, links = 41): string => {
  let here = "/"
  const names = path.split("/").filter((name) => name !== "" && name !== ".")
  for (const [i, name] of names.entries()) {
    const next = name === ".." ? dirname(here) : join(here, name)
    const stats = lstatSync(next, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink()) {
      if (links === 1) return next
      return endOf([resolvable(here, readlinkSync(next)), ...names.slice(i + 1)].join("/"), links - 1)
    }
    if (!stats?.isDirectory()) return next
    here = next
  }
  return here
}

const resolvable = (folder: string, target: string) => (target.startsWith("/") ? target : `${folder}/${target}`)

const isBeneath = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Whether a tool for the whole machine would be judged on any path outside the workspace. */
const comesByOutside = ({ resources }: Adapter, path: string, workspace: ResolvedPath) => {
  const tool = toolWith({ kind: "file", arg: "/path", mode: "r", within: "host" })
  const answer = answerOf(resources.resolve(tool, { path }, contextIn(workspace)))
  return (
    answer._tag === "Success" && answer.success.some((one) => one.kind === "file" && !isBeneath(one.path, workspace))
  )
}

const leadsOut = 'The path of the argument "path" leads out of the workspace.'

for (const [name, layer] of adapters) {
  const adapter = await adapterOf(layer)
  describe(`a path from a call, as ${name} walks`, () => {
    afterAll(() => adapter[Symbol.asyncDispose]())

    tryFileAttacks({ describe, it }, (root) => {
      const folder = root as ResolvedPath
      return adapter.open([{ path: folder, mode: "rw", scope: "tree" }], folder)
    })

    it.each(Object.entries(operations))("gets the system's answer inside: %s", async (_, [ask, use]) => {
      const [kernel, gate] = [new Map<string, unknown>(), new Map<string, unknown>()]
      for (const path of insidePaths) {
        kernel.set(path, kernelSays(spelled(path), ask))
        gate.set(path, await gateSays(adapter, spelled(path), use))
      }
      expect(gate).toEqual(kernel)
    })

    it("is refused outside with the same words, whether or not a file exists", async () => {
      const everywhere = Object.values(operations).flatMap(([, use]) => outsidePaths.map((path) => ({ path, use })))
      for (const { path, use } of everywhere) {
        expect([path, await gateSays(adapter, spelled(path), use)]).toEqual([path, leadsOut])
        const there = join(emptied, "ws") as ResolvedPath
        expect([path, await gateSays(adapter, spelled(path, emptied), use, "r", there)]).toEqual([path, leadsOut])
      }
    })

    it("gets these answers in any tree, regardless of the files outside", async () => {
      let [found, brokenOff, refused] = [0, 0, 0]
      await fc.assert(
        fc.asyncProperty(forest, fc.array(wild, { minLength: 20, maxLength: 20 }), async (things, paths) => {
          await tree(async (root) => {
            const given = paths.map((path) => path.replace("BASE", root)).filter((path) => path !== "")
            const there = join(root, "ws") as ResolvedPath
            const look = () =>
              Promise.all(
                given.map(async (path) => ({
                  path,
                  gate: await gateSays(adapter, path, operations.stat[1], "r", there),
                  kernel: kernelSays(path, operations.stat[0], there),
                  end: endOf(path.startsWith("/") ? path : `${there}/${path}`),
                  mayLeave: comesByOutside(adapter, path, there)
                }))
              )
            const seen = await look()
            for (const { path, gate, kernel, end, mayLeave } of seen) {
              const isFound = typeof kernel === "boolean"
              if (!isBeneath(end, there) || (!isFound && mayLeave)) {
                refused++
                expect([path, gate]).toEqual([path, leadsOut])
              } else {
                isFound ? found++ : brokenOff++
                expect([path, gate]).toEqual([path, kernel])
              }
            }
            for (const name of readdirSync(root)) if (name !== "ws") rmSync(join(root, name), { recursive: true })
            for (const [at, { path, gate, kernel, end }] of (await look()).entries()) {
              const before = seen[at]
              if (typeof kernel !== "string" || !isBeneath(end, there)) continue
              if (typeof before?.kernel === "string" && isBeneath(before.end, there))
                expect([path, gate]).toEqual([path, before.gate])
            }
          })(things)
        }),
        runs(30)
      )
      expect(Math.min(found, brokenOff, refused)).toBeGreaterThanOrEqual(getLeastCount(0.6, runs(30)))
    })

    it("gets the system's answer when a write breaks off inside, and creates no file", async () => {
      const broken = insidePaths.filter((path) =>
        /(?:^|\/)(?:nothing|file|dangling|dir\/f)\/+(?:[^/]+\/+)*\.\./.test(path)
      )
      expect(broken.length).toBeGreaterThan(30)
      for (const path of broken) {
        const answer = await gateSays(adapter, spelled(path), (files, given) => files.write(given, "x"), "w")
        expect([path, answer]).toEqual([path, kernelSays(spelled(path), statSync)])
      }
      expect(lstatSync(join(workspace, "nothing"), { throwIfNoEntry: false })).toBeUndefined()
      expect(readFileSync(join(workspace, "file"), "utf8")).toBe("inside")
    })
  })
}

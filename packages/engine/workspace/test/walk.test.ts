import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { FileFailed } from "@toolgate/core"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { adapterOf, adapters } from "./adapters.ts"
import { forest, kernelSays, tree, wild } from "./forest.ts"
import { answerOf, contextIn, toolWith } from "./resolving.ts"

for (const [adapterName, layer] of adapters) {
  const adapter = await adapterOf(layer)
  describe(`a path of ${adapterName}`, () => {
    afterAll(() => adapter[Symbol.asyncDispose]())

    it("resolves as in the kernel, and is allowed only if the access covers the result", async () => {
      let [allowed, denied, missing] = [0, 0, 0]
      await fc.assert(
        fc.asyncProperty(forest, fc.array(wild, { minLength: 20, maxLength: 20 }), async (things, paths) => {
          await tree(async (root) => {
            const workspace = await adapter.resolved(join(root, "ws"))
            const files = adapter.open([{ path: workspace, mode: "rw", scope: "tree" }], workspace)
            for (const wildPath of paths) {
              const path = wildPath.replace("BASE", root)
              if (path === "") continue
              const real = kernelSays(path.startsWith("/") ? path : `${workspace}/${path}`)
              const isCovered = real === workspace || real?.startsWith(`${workspace}/`)
              const answer = await Promise.resolve(files.stat(path)).then(
                () => "allowed",
                (error) => (error instanceof FileFailed ? error.reason : error)
              )
              if (real === undefined) {
                missing++
                expect(["Denied", "NotFound", "NotADirectory", "TooManyLinks"]).toContain(answer)
              } else {
                isCovered ? allowed++ : denied++
                expect([path, answer]).toEqual([path, isCovered ? "allowed" : "Denied"])
              }
            }
          })(things)
        }),
        runs(30)
      )
      // The test proves something only if all three outcomes happened often.
      expect(Math.min(allowed, denied, missing)).toBeGreaterThanOrEqual(getLeastCount(0.6, runs(30)))
    })

    it("is covered only by its resolved path", async () => {
      let covered = 0
      const resources = adapter.resources
      const anywhere = toolWith({ kind: "file", arg: "/path", mode: "rw", within: "host" })
      await fc.assert(
        fc.asyncProperty(
          forest,
          fc.array(fc.tuple(wild, wild), { minLength: 8, maxLength: 8 }),
          async (things, pairs) => {
            await tree(async (root) => {
              const workspace = await adapter.resolved(join(root, "ws"))
              const resolve = (path: string) => {
                const answer = answerOf(resources.resolve(anywhere, { path }, contextIn(workspace)))
                const resource = answer._tag === "Success" ? answer.success[0] : undefined
                return resource?.kind === "file" ? resource.path : undefined
              }
              for (const pair of pairs) {
                const [path, other] = pair.map((given) => given.replace("BASE", root)) as [string, string]
                const [resolved, otherResolved] = [resolve(path), resolve(other)]
                if (resolved === undefined || otherResolved === undefined) continue
                const files = adapter.open([{ path: resolved, mode: "r", scope: "exact" }], workspace)
                const isDenied = (given: string) =>
                  Promise.resolve(files.exists(given)).then(
                    () => false,
                    (error) => error.reason === "Denied"
                  )
                const real = kernelSays(path.startsWith("/") ? path : `${workspace}/${path}`)
                if (real !== undefined) {
                  expect(resolved).toBe(real)
                  expect(await isDenied(path)).toBe(false)
                  covered++
                }
                if (resolved !== otherResolved) expect(await isDenied(other)).toBe(true)
              }
            })(things)
          }
        ),
        runs(30)
      )
      expect(covered).toBeGreaterThanOrEqual(getLeastCount(0.8, runs(30)))
    })
  })
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(fc.oneof(fc.constantFrom("/", "..", "a", "l", "\0", "\ud800", " ", ".", "é".repeat(120)), fc.string()))
    .map((parts) => parts.join("")),
  wild
)

for (const [adapterName, layer] of adapters) {
  const adapter = await adapterOf(layer)
  describe(`any text as a path for ${adapterName}`, () => {
    afterAll(() => adapter[Symbol.asyncDispose]())

    it("ends in an answer or a FileFailed, and changes no file outside", async () => {
      await tree(async (top) => {
        // The root is so deep that no path of the test can climb out of the temporary folder, even with a faulty adapter.
        const root = join(top, "1/2/3/4/5/6/7/8/9/10/11/12")
        mkdirSync(join(root, "ws"), { recursive: true })
        const workspace = await adapter.resolved(join(root, "ws"))
        writeFileSync(join(root, "outside"), "SECRET")
        symlinkSync("..", join(workspace, "l"))
        const files = adapter.open([{ path: workspace, mode: "rw", scope: "tree" }], workspace)
        await fc.assert(
          fc.asyncProperty(anyText, anyText, async (text, other) => {
            const relative = text.replace("BASE", ".")
            const path = relative.startsWith("/") ? `${workspace}/..${relative}` : relative
            const operations = [
              files.read(path),
              files.readBytes(path, { offset: 1, length: 1 }),
              files.write(path, other),
              files.append(path, other),
              files.patch(path, other, text),
              files.exists(path),
              files.stat(path),
              files.list(path),
              files.delete(path)
            ]
            for (const operation of operations) {
              const failure = await Promise.resolve(operation).then(
                () => undefined,
                (error) => error
              )
              if (failure !== undefined) expect(failure).toBeInstanceOf(FileFailed)
            }
            expect(readdirSync(root)).toEqual(["outside", "ws"])
            expect(readdirSync(top)).toEqual(["1", "ws"])
          }),
          runs(300)
        )
        expect(readFileSync(join(root, "outside"), "utf8")).toBe("SECRET")
      })([])
    })
  })
}

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { isolatedDeclarationSync } from "rolldown/experimental"
import { expect, it } from "vitest"

const folder = join(import.meta.dirname, "..")

it("is one module of at most 30 KB, compressed, that imports nothing", async () => {
  const bundle = await rolldown({
    input: join(folder, "src/index.ts"),
    cwd: folder,
    platform: "browser",
    external: /^node:/
  })
  const { output } = await bundle.generate({ format: "esm" })
  await bundle.close()
  expect(output.map((one) => (one.type === "chunk" ? [...one.imports, ...one.dynamicImports] : one.fileName))).toEqual([
    []
  ])
  const bytes = gzipSync(output[0].code).length
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(30_000)
})

it("has declarations that name no other package", () => {
  const sources = globSync("src/**/*.ts", { cwd: folder }).map((file) => join(folder, file))
  const declared = sources.map((file) => {
    const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, "utf8"))
    expect(errors).toEqual([])
    return code
  })
  expect(declared.length).toBeGreaterThan(20)
  const named = declared.flatMap((code) =>
    [...code.matchAll(/(?:from |import\()"([^."][^"]*)"/g)].map(([, name]) => name)
  )
  expect(named).toEqual([])
})

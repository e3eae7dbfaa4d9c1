import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { findPostgresProgram, startPostgresServer } from "@toolgate/testing"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"
import { newFolder } from "./places.ts"

/** Bundles a program with all dependencies, and returns a function that runs it without installed packages. */
const bundled = async (format: "cjs" | "esm", external: ReadonlyArray<string>) => {
  const bundling = await rolldown({
    input: join(import.meta.dirname, "programs/takeQuotas.ts"),
    platform: "node",
    resolve: { conditionNames: ["@toolgate/source", "node", "default"] },
    external: [...external],
    tsconfig: false,
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  const { output } = await bundling.generate({ format, codeSplitting: false, keepNames: true })
  await bundling.close()
  const folder = newFolder()
  const file = join(folder, format === "cjs" ? "program.cjs" : "program.mjs")
  await writeFile(file, output[0].code)
  return async (place: string) =>
    (await promisify(execFile)(process.execPath, [file, place, "3", "2"], { cwd: folder })).stdout.trim()
}

it("a store in a file works in one file of CommonJS", async () => {
  const run = await bundled("cjs", ["pg"])
  expect(await run(`${newFolder()}/store.sqlite`)).toBe("2")
})

it("a store in a file works in one module, and one in PostgreSQL explains what to install if it is missing", async () => {
  const run = await bundled("esm", ["pg"])
  expect(await run(`${newFolder()}/store.sqlite`)).toBe("2")
  await expect(run("postgres://a@localhost/d")).rejects.toThrow(
    'The store "postgres://a@localhost/d" cannot be opened: PostgreSQL is reached with the package "pg"; install it: npm install pg'
  )
})

it.skipIf(findPostgresProgram("initdb") === undefined)(
  "a store in PostgreSQL works in one file with pg in it",
  async () => {
    const run = await bundled("cjs", ["pg-native"])
    expect(await run(await (await startPostgresServer()).database())).toBe("2")
  }
)

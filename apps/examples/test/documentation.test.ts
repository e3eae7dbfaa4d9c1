import { execFile } from "node:child_process"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { findFailedRows, isNight } from "@toolgate/testing"
import { build } from "rolldown"
import { beforeAll, describe, expect, it } from "vitest"
import { writePrograms } from "./documentPrograms.ts"
import { getFileName } from "./documentProject.ts"
import { type Block, listBlocks, root } from "./documents.ts"

const run = promisify(execFile)
const runner = join(import.meta.dirname, "runPrograms.mjs")
const folder = join(import.meta.dirname, "../.cache/documentation")

// Every TypeScript block of the documentation is a program that runs. Blocks with a file name are run by their
// document's commands instead.
const programs = writePrograms(folder).filter(({ code }) => getFileName("ts", code) === undefined)

// One bundle of all programs and the sources, which would otherwise be loaded for each program, next to the guest
// program.
const made = join(folder, "programs")
const bundled = (input: Readonly<Record<string, string>>, dir: string) =>
  build({
    input,
    platform: "node",
    resolve: {
      conditionNames: ["@toolgate/source", "node", "import", "default"],
      // The package's other build hides its imports, so that it cannot be bundled.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" }
    },
    external: ["quickjs-wasi"],
    tsconfig: false,
    logLevel: "silent",
    output: { dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" }
  })

describe("the code of the documentation", () => {
  beforeAll(async () => {
    await bundled(Object.fromEntries(programs.map(({ file }) => [basename(file, ".ts"), join(folder, file)])), made)
    await bundled({ main: join(root, "packages/sandboxes/sandbox-wasm/src/guest/main.ts") }, join(made, "guest"))
  })

  it("runs, prints the documented values, and lets its process end", async () => {
    const files = programs.map(({ file }) => join(made, `${basename(file, ".ts")}.mjs`))
    // By day, all programs run in one process, which loads the sources once.
    const said: Array<{ readonly stdout: string; readonly stderr: string }> = []
    for (const together of isNight ? files.map((file) => [file]) : [files]) {
      const { stdout } = await run(process.execPath, [runner, ...together], { cwd: root, maxBuffer: 1e8 })
      said.push(
        ...stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      )
    }
    expect(said.length).toBe(programs.length)
    const failed = await findFailedRows(
      programs.map(({ name, code }, at) => [name, { code, ...said[at] }] as const),
      ({ code, stdout, stderr }) => {
        expect(stderr).toBe("")
        expect(stdout?.split("\n")).toEqual(expect.arrayContaining([...printedIn(code)]))
      }
    )
    expect(failed).toEqual({})
  })

  it("is run by a command of its document if it is a file", () => {
    const unused = (["python", "sh", "ts"] as const).flatMap((language) =>
      listBlocks(language).filter((block) => {
        const file = getFileName(language, block.code)
        return file !== undefined && !isNamed(block, file)
      })
    )
    expect(unused.map(({ name }) => name)).toEqual([])
  })
})

/** Returns the values in comments after a `console.log`: booleans, numbers and JSON. */
const printedIn = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/^console\.log\(.*\) \/\/ (true|false|\d+|\{".*\})$/gm)].map(([, value = ""]) => value)

/** Whether a command or another file of the document names a file. */
const isNamed = ({ document, code }: Block, file: string): boolean =>
  ["console", "python", "sh", "ts"]
    .flatMap(listBlocks)
    .some((other) => other.document === document && other.code !== code && other.code.includes(file))

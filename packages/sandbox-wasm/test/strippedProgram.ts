import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { GuestFiles } from "../src/index.ts"

/**
 * The guests' program as it is published: its sources without their types, in a folder of their own. Node takes a third of a
 * second to strip them at each start, which a test that kills hundreds of processes does not have.
 */
export const strippedProgram = (): GuestFiles & Disposable => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-program-")))
  const sources = fileURLToPath(new URL("../src", import.meta.url))
  for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue
    const code = stripTypeScriptTypes(readFileSync(join(sources, name), "utf8"))
    const file = join(folder, name.replace(/\.ts$/, ".js"))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code.replaceAll(/(from |import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'))
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  return {
    entry: join(folder, "guest/main.js"),
    reads: [folder, quickJs],
    quickJs,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true })
  }
}

const quickJs = realpathSync(fileURLToPath(import.meta.resolve("quickjs-wasi/quickjs.wasm")))

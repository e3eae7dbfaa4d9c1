import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { once } from "@toolgate/processes"
import { createToolgate, defineTool, type ToolExecution, Type } from "toolgate"
import { describe, expect, it } from "vitest"
import { buildAssemblyScript, buildC, hasClang } from "../guests/build.ts"
import { root } from "./documents.ts"

const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-guests-")))
writeFileSync(join(workspace, "a.txt"), "one two\nthree ")

const assemblyScript = once(buildAssemblyScript)

const called = async (module: string, args: object): Promise<ToolExecution> => {
  const count = defineTool({
    name: "count",
    description: "Counts words.",
    parameters: Type.Object({ text: Type.Optional(Type.String()), path: Type.Optional(Type.String()) }),
    sideEffects: "READ",
    wasm: { module }
  })
  await using gate = await createToolgate({ workspace, policy: "host", tools: [count] })
  return await gate.dispatch({ id: "1", tool: "count", args })
}

describe("a guest that is built as documented", () => {
  it("counts words in AssemblyScript", async () => {
    const { output, error, sandbox } = await called(assemblyScript(), { text: "one two  three" })
    expect({ value: output.value, error, sandbox }).toEqual({ value: { words: 3 }, error: undefined, sandbox: "wasm" })
  })

  it("reports a missing argument in AssemblyScript", async () => {
    const { error, output } = await called(assemblyScript(), {})
    expect(error?.message).toBe('Tool "count" ended with exit status 2.')
    expect(output.metadata.stderr).toBe('count needs a "text"\n')
  })

  it.skipIf(!hasClang)("counts words of a file in C (skipped without clang or wasm-ld)", async () => {
    expect((await called(buildC(), { path: "a.txt" })).output.value).toEqual({ words: 3 })
    const { error, output } = await called(buildC(), { path: "../a.txt" })
    expect(error?.message).toBe('Tool "count" ended with exit status 1.')
    expect(output.metadata.stderr).toMatch(/^\.\.\/a\.txt: /)
  })

  it("is built with the documented commands", () => {
    const page = readFileSync(join(root, "docs/sandboxes.md"), "utf8")
    const words = readFileSync(join(import.meta.dirname, "../guests/build.ts"), "utf8").match(/"[^"]*"/g) ?? []
    for (const [, command = ""] of page.matchAll(/^```sh\n(.*)\n```$/gm))
      for (const word of command.split(" ").filter((one) => !one.endsWith(".wasm")))
        expect(words).toContain(`"${word}"`)
  })
})

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { wordsOf } from "../wordsOf.ts"

const root = join(import.meta.dirname, "../..")

/** The kinds of tools, callers and stores that the engine must not mention. */
const kinds = new Set(["script", "chain", "wasm", "mcp", "hosted", "provider", "shell", "artifact"])

const kindsIn = (text: string): ReadonlyArray<string> =>
  wordsOf(text).flatMap(({ line, word }) => (kinds.has(word.replace(/s$/, "")) ? [`${line}: ${word}`] : []))

it("the engine names no kind of tool, in its identifiers, texts and imports", () => {
  const files = globSync("packages/engine/dispatch/src/**/*.ts", { cwd: root })
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => kindsIn(readFileSync(join(root, file), "utf8")).map((at) => `${file}:${at}`))).toEqual(
    []
  )
})

it("finds each of these words, and no others", () => {
  const source = `
    import { x } from "@toolgate/sandbox-wasm"
    const runScript = isHosted ? "the shell" : MCPServer
    // A script in a comment.
    const described = { description: "subscribed" }
    const text = \`a \${1} provider\`
    const chains = mcp_tools
  `
  expect(kindsIn(source)).toEqual([
    "2: wasm",
    "3: script",
    "3: hosted",
    "3: shell",
    "3: mcp",
    "6: provider",
    "7: chains",
    "7: mcp"
  ])
})

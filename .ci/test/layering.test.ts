import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { packages } from "../packages.mjs"

const root = join(import.meta.dirname, "../..")

/**
 * The packages that each package may use (`knows`), and its dependencies from outside (`uses`). A new arrow between
 * packages is a new line here. The dependencies of tests are not restricted.
 */
const arrows: Record<string, { readonly knows: ReadonlyArray<string>; readonly uses: ReadonlyArray<string> }> = {
  core: { knows: [], uses: ["effect", "fastest-levenshtein", "typebox"] },
  wire: { knows: [], uses: ["typebox"] },
  registry: {
    knows: ["core", "local-secrets", "processes"],
    uses: ["ajv", "effect", "node:crypto", "node:path", "node:url", "re2js"]
  },
  // Its main entry imports nothing: what reads and checks files has an entry of its own.
  "program-facts": { knows: ["core", "yaml-reading"], uses: ["refa", "scslre"] },
  // Node's modules are imported by the door `files` alone.
  shell: { knows: ["program-facts"], uses: ["node:fs", "node:module", "node:url", "web-tree-sitter"] },
  policy: { knows: ["core", "shell"], uses: ["@noble/hashes", "effect"] },
  "yaml-reading": { knows: ["core"], uses: ["node:buffer", "node:fs", "yaml"] },
  "policy-files": {
    knows: ["core", "local-secrets", "policy", "program-facts", "shell", "wire", "yaml-reading"],
    uses: ["effect", "node:crypto", "node:fs", "node:os", "node:path", "yaml"]
  },
  approval: {
    knows: ["core", "local-secrets", "processes", "redaction", "wire"],
    uses: ["effect", "node:crypto", "node:path", "node:zlib"]
  },
  workspace: {
    knows: ["core", "shell"],
    uses: ["effect", "node:buffer", "node:crypto", "node:fs", "node:path", "node:util"]
  },
  artifacts: {
    knows: ["core", "local-secrets"],
    uses: ["effect", "node:crypto", "node:fs", "node:path", "re2js", "typebox"]
  },
  dispatch: { knows: ["core"], uses: ["effect"] },
  processes: {
    knows: [],
    uses: [
      "effect",
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:net",
      "node:os",
      "node:path",
      "node:stream",
      "node:timers",
      "node:util"
    ]
  },
  "sandbox-host": {
    knows: ["core", "processes", "redaction"],
    uses: [
      "effect",
      "node:crypto",
      "node:fs",
      "node:os",
      "node:path",
      "node:stream",
      "node:string_decoder",
      "node:timers"
    ]
  },
  "sandbox-wasm": {
    knows: ["core", "processes"],
    uses: [
      "effect",
      "node:buffer",
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:module",
      "node:net",
      "node:os",
      "node:path",
      "node:string_decoder",
      "node:url",
      "quickjs-wasi"
    ]
  },
  runner: { knows: ["wire"], uses: ["node:fs", "node:net", "typebox"] },
  "local-secrets": {
    knows: ["core", "yaml-reading"],
    uses: ["effect", "node:child_process", "node:crypto", "node:fs", "node:os", "node:path"]
  },
  redaction: { knows: ["shell"], uses: ["node:zlib"] },
  audit: {
    knows: ["core", "local-secrets", "processes", "redaction", "wire"],
    uses: ["effect", "node:crypto", "node:fs", "node:path", "node:timers"]
  },
  supervisor: {
    knows: ["core", "dispatch", "processes", "runner"],
    uses: ["effect", "node:crypto", "node:stream"]
  },
  "mcp-client": {
    knows: ["core", "local-secrets", "processes", "providers", "runner", "yaml-reading"],
    uses: [
      "@modelcontextprotocol/client",
      "effect",
      "eventsource-parser",
      "node:async_hooks",
      "node:crypto",
      "node:dns",
      "node:fs",
      "node:http",
      "node:net",
      "node:os",
      "node:path",
      "node:stream",
      "node:timers",
      "node:url"
    ]
  },
  "mcp-server": {
    knows: ["core", "dispatch", "mcp-client", "providers", "runner"],
    uses: [
      "@modelcontextprotocol/node",
      "@modelcontextprotocol/server",
      "effect",
      "node:crypto",
      "node:http",
      "node:net",
      "node:stream"
    ]
  },
  adapters: {
    knows: ["providers"],
    uses: [
      "@anthropic-ai/claude-agent-sdk",
      "@langchain/core",
      "@mastra/core",
      "@openai/agents",
      "ai",
      "effect",
      "node:crypto",
      "toolgate"
    ]
  },
  providers: { knows: ["core"], uses: ["image-size", "node:crypto"] },
  builtins: { knows: ["core"], uses: ["effect", "typebox"] },
  chain: { knows: ["artifacts", "core"], uses: ["effect", "minisearch", "node:crypto", "node:path", "typebox"] },
  catalogue: {
    knows: ["core", "local-secrets", "policy", "policy-files", "processes", "wire", "yaml-reading"],
    uses: [
      "effect",
      "jmespath",
      "jsonc-parser",
      "node:buffer",
      "node:crypto",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:path",
      "node:url",
      "node:zlib",
      "semver",
      "yaml"
    ]
  },
  toolbox: {
    knows: ["builtins", "catalogue", "core", "local-secrets", "processes", "stores"],
    uses: [
      "7z-wasm",
      "@astral-sh/ruff-wasm-nodejs",
      "@dagrejs/dagre",
      "@mozilla/readability",
      "css-select",
      "csv-parse",
      "csv-stringify",
      "decimal.js",
      "effect",
      "ignore",
      "image-size",
      "ipaddr.js",
      "jsonc-parser",
      "linkedom",
      "nerdamer-prime",
      "node:child_process",
      "node:crypto",
      "node:dns",
      "node:fs",
      "node:module",
      "node:net",
      "node:os",
      "node:path",
      "node:sqlite",
      "node:stream",
      "node:string_decoder",
      "node:timers",
      "node:tls",
      "node:url",
      "node:v8",
      "node:zlib",
      "picomatch",
      "re2js",
      "saxes",
      "sixel",
      "tar-stream",
      "turndown",
      "typebox",
      "unbzip2-stream",
      "unpdf",
      "yauzl"
    ]
  },
  stores: {
    knows: ["audit", "core", "local-secrets", "processes", "wire"],
    uses: [
      "effect",
      "kysely",
      "node:crypto",
      "node:fs",
      "node:os",
      "node:path",
      "node:sqlite",
      "node:worker_threads",
      "pg"
    ]
  },
  testing: {
    knows: ["core"],
    uses: [
      "effect",
      "fast-check",
      "node:assert",
      "node:child_process",
      "node:crypto",
      "node:events",
      "node:fs",
      "node:net",
      "node:os",
      "node:path",
      "node:util"
    ]
  },
  toolgate: {
    knows: [
      "approval",
      "artifacts",
      "audit",
      "builtins",
      "catalogue",
      "chain",
      "core",
      "dispatch",
      "local-secrets",
      "mcp-client",
      "policy",
      "policy-files",
      "processes",
      "redaction",
      "registry",
      "sandbox-host",
      "sandbox-wasm",
      "stores",
      "supervisor",
      "wire",
      "workspace"
    ],
    uses: ["effect", "node:crypto", "node:fs", "node:path", "pino", "typebox"]
  }
}

it("every package has its arrows written down", () => {
  expect(packages.map((folder) => basename(folder)).toSorted()).toEqual(Object.keys(arrows).toSorted())
})

describe.each(packages)("%s", (path) => {
  const { knows, uses } = arrows[basename(path)] ?? { knows: [], uses: [] }
  const folder = join(root, path)
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const sources = globSync("src/**/*.ts", { cwd: folder }).map((path) => readFileSync(join(folder, path), "utf8"))
  const imported = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/(?:^(?:import |export |\}).*from |^import |import\(|resolve\()"([@\w][^"\s]*)"/gm)].map(
        ([, from]) => packageOf(from ?? "")
      )
    )
  )

  it("imports what it may, and no more is allowed than it imports", () => {
    expect([...imported].toSorted()).toEqual([...knows.map((other) => `@toolgate/${other}`), ...uses].toSorted())
  })

  it("declares what it imports, and nothing else", () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect(declared.toSorted()).toEqual([...imported].filter((one) => !one.startsWith("node:")).toSorted())
  })

  it("has sources, tests and a README", () => {
    expect(sources.length).toBeGreaterThan(0)
    expect(globSync("test/**/*.test.ts", { cwd: folder }).length).toBeGreaterThan(0)
    expect(globSync("README.md", { cwd: folder })).toEqual(["README.md"])
  })

  it("names every export", () => {
    expect(readFileSync(join(folder, "src/index.ts"), "utf8")).not.toMatch(/export \* from/)
  })

  it("never imports Effect's barrel, which takes a quarter of a second", () => {
    expect(sources.join("\n")).not.toMatch(/from "effect"/)
  })
})

const packageOf = (from: string): string => {
  const parts = from.split("/")
  return from.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "")
}

import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { packages } from "../packages.mjs"

const root = join(import.meta.dirname, "../..")

interface Arrows {
  readonly knows: ReadonlyArray<string>
  readonly uses: ReadonlyArray<string>
}

/**
 * The packages that each package may use (`knows`), and its dependencies from outside (`uses`). A new arrow between
 * packages is a new line here. The dependencies of tests are not restricted.
 */
const gate: Readonly<Record<string, Arrows>> = {
  core: { knows: [], uses: ["effect", "fastest-levenshtein", "typebox"] },
  wire: { knows: [], uses: ["typebox"] },
  registry: {
    knows: ["core", "local-secrets", "processes"],
    uses: ["ajv", "effect", "node:crypto", "node:path", "node:url", "re2js"]
  },
  // It makes apps that use the gate, and uses none itself.
  "create-toolgate": {
    knows: [],
    uses: ["node:crypto", "node:fs", "node:path", "node:readline", "node:url", "node:util", "validate-npm-package-name"]
  },
  // Its main entry imports nothing. Reading and checking files is in a separate entry.
  "program-facts": { knows: ["core", "yaml-reading"], uses: ["refa", "scslre"] },
  // Only the door `files` imports Node's modules.
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
    uses: ["effect", "node:crypto", "node:net", "node:stream"]
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
    uses: ["@modelcontextprotocol/server", "effect", "node:crypto", "node:stream"]
  },
  // It runs in browsers as well, and its one dependency is part of the built file.
  client: { knows: [], uses: ["eventsource-parser"] },
  // It follows a gate through its events, so no package of the gate knows it.
  telemetry: { knows: ["core", "redaction"], uses: ["effect", "toolgate"] },
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
      "ipaddr.js",
      "jmespath",
      "jsonc-parser",
      "node:buffer",
      "node:crypto",
      "node:dns",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:path",
      "node:tls",
      "node:url",
      "node:zlib",
      "semver",
      "yaml"
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
      "node:module",
      "node:net",
      "node:os",
      "node:path",
      "node:util"
    ]
  },
  // It serves the gate of the door, as an app would.
  server: {
    knows: [
      "approval",
      "artifacts",
      "audit",
      "catalogue",
      "core",
      "local-secrets",
      "mcp-server",
      "policy",
      "policy-files",
      "providers",
      "redaction",
      "registry",
      "runner",
      "stores",
      "supervisor",
      "wire",
      "yaml-reading"
    ],
    uses: [
      "@effect/platform-node",
      "effect",
      "jose",
      "node:crypto",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:os",
      "node:path",
      "node:stream",
      "node:timers",
      "node:tls",
      "standardwebhooks",
      "toolgate",
      "typebox"
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
      "workspace",
      "yaml-reading"
    ],
    uses: ["effect", "node:crypto", "node:fs", "node:path", "pino", "typebox"]
  }
}

/** The arrows of the toolbox, which is outside the gate. */
const toolbox: Readonly<Record<string, Arrows>> = {
  "toolbox-base": {
    knows: ["core", "processes"],
    uses: [
      "jsonc-parser",
      "node:child_process",
      "node:fs",
      "node:module",
      "node:net",
      "node:os",
      "node:path",
      "node:timers",
      "node:url",
      "node:v8",
      "re2js",
      "typebox"
    ]
  },
  "toolbox-archive": {
    knows: ["core", "toolbox-base"],
    uses: [
      "7z-wasm",
      "node:fs",
      "node:stream",
      "node:string_decoder",
      "node:zlib",
      "tar-stream",
      "typebox",
      "unbzip2-stream",
      "yauzl"
    ]
  },
  "toolbox-canvas": {
    knows: ["core", "toolbox-base"],
    uses: ["@dagrejs/dagre", "jsonc-parser", "node:os", "node:path", "typebox"]
  },
  "toolbox-code": {
    knows: ["builtins", "core", "toolbox-base"],
    uses: [
      "@astral-sh/ruff-wasm-nodejs",
      "ignore",
      "image-size",
      "node:fs",
      "node:module",
      "node:path",
      "node:url",
      "picomatch",
      "saxes",
      "typebox",
      "unpdf"
    ]
  },
  "toolbox-data": {
    knows: ["catalogue", "core", "toolbox-base", "toolbox-math"],
    uses: ["csv-parse", "csv-stringify", "jsonc-parser", "node:sqlite", "node:zlib", "sixel", "typebox"]
  },
  "toolbox-llm": {
    knows: ["catalogue", "core", "local-secrets", "toolbox-base"],
    uses: ["effect", "node:timers", "typebox"]
  },
  "toolbox-math": {
    knows: ["core", "toolbox-base"],
    uses: ["decimal.js", "nerdamer-prime", "node:crypto", "node:fs", "typebox"]
  },
  "toolbox-memory": { knows: ["core", "stores"], uses: ["node:crypto", "node:fs", "node:os", "node:path", "typebox"] },
  "toolbox-routing": { knows: ["core", "toolbox-base"], uses: ["node:string_decoder", "toolgate", "typebox"] },
  "toolbox-web": {
    knows: ["catalogue", "core", "toolbox-base"],
    uses: ["@mozilla/readability", "css-select", "linkedom", "node:crypto", "turndown", "typebox"]
  },
  "toolbox-testing": { knows: ["core", "testing"], uses: ["node:fs", "node:os", "node:path", "toolgate", "vitest"] },
  toolbox: {
    knows: [
      "core",
      "toolbox-archive",
      "toolbox-canvas",
      "toolbox-code",
      "toolbox-data",
      "toolbox-llm",
      "toolbox-math",
      "toolbox-memory",
      "toolbox-routing",
      "toolbox-web"
    ],
    uses: ["node:crypto", "toolgate", "typebox"]
  }
}

/** The public doors of the gate. Of the gate's other entries, the toolbox may use only the ports. */
const doors: ReadonlyArray<string> = [
  "toolgate",
  "toolgate/config",
  "toolgate/effect",
  "@toolgate/core",
  "@toolgate/core/access",
  "@toolgate/core/json"
]

/** The entries of the gate's packages for authors of tools. All are installed with a gate. */
const ports: ReadonlyArray<string> = [
  // More tools for files, which `codeTools` offers.
  "@toolgate/builtins",
  // Requests with the bounds, headers and failures of a catalogue's tools.
  "@toolgate/catalogue/http-requests",
  "@toolgate/catalogue/jmespath",
  // References to secrets, such as ${env:KEY}.
  "@toolgate/local-secrets/references",
  // The command prefix that ends a process with its parent.
  "@toolgate/processes",
  // A SQLite file that only this user can read, in a worker thread.
  "@toolgate/stores/sqlite"
]

const arrows: Readonly<Record<string, Arrows>> = { ...gate, ...toolbox }

it("every package has its arrows written down", () => {
  expect(packages.map((folder) => basename(folder)).toSorted()).toEqual(Object.keys(arrows).toSorted())
})

it("the gate does not know the toolbox", () => {
  const knowing = Object.entries(gate).filter(([, { knows }]) => knows.some((name) => name in toolbox))
  expect(knowing.map(([name]) => name)).toEqual([])
})

it("the toolbox uses only the doors of the gate and these ports", () => {
  // The toolbox's test helpers may use test dependencies.
  const folders = packages.filter((path) => basename(path) in toolbox && basename(path) !== "toolbox-testing")
  const used = new Set(folders.flatMap((path) => importsOf(sourcesOf(join(root, path)))))
  const entries = [...used].filter(
    (from) => /^(?:@toolgate\/|toolgate)/.test(from) && !from.startsWith("@toolgate/toolbox")
  )
  expect(entries.filter((from) => !doors.includes(from)).toSorted()).toEqual(ports)
})

describe.each(packages)("%s", (path) => {
  const { knows, uses } = arrows[basename(path)] ?? { knows: [], uses: [] }
  const folder = join(root, path)
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const sources = sourcesOf(folder)
  const imported = new Set(importsOf(sources).map(packageOf))
  // A package finds its own files by its name.
  imported.delete(manifest.name)

  it("imports only packages on its list, and the list has no unused package", () => {
    expect([...imported].toSorted()).toEqual([...knows.map((other) => `@toolgate/${other}`), ...uses].toSorted())
  })

  it("declares what it imports, and nothing else", () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      // The command of "toolgate" starts it if it is installed.
      .filter((name) => name !== "@toolgate/cli")
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

const sourcesOf = (folder: string): ReadonlyArray<string> =>
  globSync("src/**/*.ts", { cwd: folder }).map((path) => readFileSync(join(folder, path), "utf8"))

/** Returns the imports of sources, except for their own files. */
const importsOf = (sources: ReadonlyArray<string>): ReadonlyArray<string> =>
  sources.flatMap((source) =>
    [...source.matchAll(/(?:^(?:import |export |\}).*from |^import |import\(|resolve\()"([@\w][^"\s]*)"/gm)].map(
      ([, from]) => from ?? ""
    )
  )

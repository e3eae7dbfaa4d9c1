import type { Tool } from "@toolgate/core"
import { toolboxEntries } from "@toolgate/toolbox"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { entryNames, toolboxHere } from "../src/toolbox/toolboxEntries.ts"
import { addBuiltins } from "../src/tools/addBuiltins.ts"

/** A tool as it has to be: name, category, permission, class, effects. */
type Row = readonly [string, Tool["category"], Tool["permission"], Tool["sideEffects"], Tool["effects"]]

const web = (name: string, sideEffects: "READ" | "NETWORK" = "READ"): Row => [
  name,
  "web",
  "network",
  sideEffects,
  ["network_access"]
]
const data = (name: string): Row => [name, "data", undefined, "READ", ["read_only"]]
const draws = (name: string): Row => [name, "data", "compute", "NONE", []]
const math = (name: string): Row => [name, "math", "compute", "NONE", []]
const llm = (name: string): Row => [name, "llm", "compute", "READ", ["calls_llm", "network_access"]]
const reads = (name: string, category: string): Row => [name, category, "filesystem", "READ", ["read_only"]]
const writes = (name: string, category: string): Row => [name, category, "filesystem", "WRITE", ["modifies_files"]]
const runs = (name: string, permission: Tool["permission"], ...effects: Tool["effects"]): Row => [
  name,
  "code",
  permission,
  "EXECUTE",
  ["local_exec", ...effects]
]

/** The tools of a registry in eight categories, in its order. */
const registry: ReadonlyArray<Row> = [
  web("http_get"),
  web("http_post", "NETWORK"),
  web("web_search"),
  web("fetch_wikipedia"),
  data("json_query"),
  data("csv_to_json"),
  data("json_to_csv"),
  data("sql_query"),
  draws("plot_braille"),
  draws("plot_function"),
  draws("histogram"),
  draws("plot_sixel"),
  draws("render_math"),
  runs("python_eval", "compute"),
  runs("run_shell", "shell", "modifies_files", "system_state"),
  runs("git_status", "filesystem"),
  ["lint_python", "code", "compute", "READ", ["read_only"]],
  math("calculate"),
  math("statistics"),
  math("monte_carlo"),
  math("symbolic_solve"),
  math("matrix_solve"),
  math("matrix_eigenvalues"),
  math("matrix_svd"),
  math("solve_ode"),
  math("optimize"),
  math("monte_carlo_native"),
  math("mcmc"),
  math("bayesopt"),
  reads("read_file", "system"),
  writes("write_file", "system"),
  reads("list_directory", "system"),
  reads("archive_open", "archive"),
  writes("archive_extract", "archive"),
  reads("archive_file", "archive"),
  reads("archive_search", "archive"),
  llm("embed_text"),
  llm("similarity_search"),
  llm("classify_text")
]

/** The further tools of its plugins. */
const plugins: ReadonlyArray<Row> = [
  web("fetch_docs"),
  reads("list_dir", "system"),
  runs("run_tests", "filesystem", "modifies_files"),
  runs("lint_code", "filesystem"),
  data("json_parse"),
  writes("export_reasoning_canvas", "data"),
  reads("import_canvas_edits", "data"),
  reads("list_canvases", "data")
]

const memory = (name: string): Row => [name, "memory", undefined, "WRITE", []]

/** The tools for memory and routing, and those that are expected of an agent's tools for code. */
const others: ReadonlyArray<Row> = [
  memory("memory_add"),
  memory("memory_replace"),
  memory("memory_consolidate"),
  ["delegate", "routing", undefined, "EXECUTE", ["local_exec"]],
  ["escalate", "routing", undefined, "NONE", []],
  ["Echo", undefined, undefined, "NONE", []],
  reads("Read", "system"),
  writes("Write", "system"),
  writes("patch_file", "system"),
  runs("shell", "shell", "modifies_files", "system_state"),
  reads("search_files", "code"),
  reads("glob", "code"),
  writes("multi_edit", "system"),
  writes("apply_patch", "system"),
  runs("git_diff", "filesystem"),
  runs("git_log", "filesystem"),
  runs("git_commit", "filesystem", "modifies_files"),
  reads("pdf_text", "code"),
  reads("image_info", "code"),
  ["todo", "code", undefined, "NONE", []],
  ["run_script", "code", undefined, "NONE", []],
  ["search_tools", "system", undefined, "NONE", []],
  ["describe_tools", "system", undefined, "NONE", []]
]

const { entries: all } = await Effect.runPromise(toolboxHere)

it("the command line knows the names of the entries of the toolbox", () => {
  expect(Object.keys(all)).toEqual(entryNames)
})

it("the command line has these tools under these names, each with its category, permission, class and effects", async () => {
  const entries = await Promise.all(Object.values(all).map((entry) => entry.load()))
  const tools = [...addBuiltins([]), ...entries.flatMap(({ make }) => make())]
  const rows = tools.flatMap(({ name, aliases, category, permission, sideEffects, effects }) =>
    [name, ...aliases].map((one): Row => [one, category, permission, sideEffects, effects])
  )
  const inOrder = (all: ReadonlyArray<Row>) => all.toSorted(([one], [other]) => (one < other ? -1 : 1))
  expect(registry).toHaveLength(39)
  expect(plugins).toHaveLength(8)
  expect(inOrder(rows)).toEqual(inOrder([...registry, ...plugins, ...others]))
})

it("the tools for memory and routing are called directly alone", async () => {
  const entries = await Promise.all([toolboxEntries.memory.load(), toolboxEntries.routing.load()])
  for (const { name, callers } of entries.flatMap(({ make }) => make()))
    expect({ name, callers }).toEqual({ name, callers: ["direct"] })
})

import type { RoutingSettings } from "@toolgate/toolbox-routing"
import type { ToolboxEntry } from "toolgate/config"
import { configureEntry } from "./configureEntry.ts"

const entry = (tools: ReadonlyArray<string>, load: ToolboxEntry["load"]): ToolboxEntry => ({ tools, load })

/**
 * The entries of the toolbox, one per package. An entry is imported when it is loaded.
 *
 * ```ts
 * import { toolboxEntries } from "@toolgate/toolbox"
 *
 * const { make } = await toolboxEntries.math.load()
 * console.log(make().map(({ name }) => name).join(", "))
 * ```
 */
export const toolboxEntries = {
  web: entry(["http_get", "http_post", "web_search", "fetch_wikipedia", "fetch_docs"], async () => {
    const { webSettings, webTools } = await import("@toolgate/toolbox-web")
    return configureEntry(webSettings, webTools, { search: ["web_search"], languages: ["fetch_wikipedia"] })
  }),
  data: entry(
    [
      "json_query",
      "csv_to_json",
      "json_to_csv",
      "sql_query",
      "plot_braille",
      "plot_function",
      "histogram",
      "plot_sixel",
      "render_math",
      "json_parse"
    ],
    async () => ({ make: (await import("@toolgate/toolbox-data")).dataTools })
  ),
  code: entry(
    [
      "git_status",
      "git_diff",
      "git_log",
      "git_commit",
      "python_eval",
      "lint_python",
      "lint_code",
      "run_tests",
      "image_info",
      "pdf_text",
      "search_files",
      "glob",
      "multi_edit",
      "apply_patch",
      "todo"
    ],
    async () => {
      const { codeSettings, codeTools } = await import("@toolgate/toolbox-code")
      return configureEntry(codeSettings, codeTools, { linters: ["lint_code"], tests: ["run_tests"] })
    }
  ),
  math: entry(
    [
      "calculate",
      "statistics",
      "monte_carlo",
      "symbolic_solve",
      "matrix_solve",
      "matrix_eigenvalues",
      "matrix_svd",
      "solve_ode",
      "optimize",
      "monte_carlo_native",
      "mcmc",
      "bayesopt"
    ],
    async () => ({ make: (await import("@toolgate/toolbox-math")).mathTools })
  ),
  archive: entry(["archive_open", "archive_extract", "archive_file", "archive_search"], async () => ({
    make: (await import("@toolgate/toolbox-archive")).archiveTools
  })),
  llm: entry(["embed_text", "similarity_search", "classify_text"], async () => {
    const { llmSettings, llmTools } = await import("@toolgate/toolbox-llm")
    return configureEntry(llmSettings, llmTools)
  }),
  memory: entry(["memory_add", "memory_replace", "memory_consolidate"], async () => {
    const { memorySettings, memoryTools } = await import("@toolgate/toolbox-memory")
    return configureEntry(memorySettings, memoryTools)
  }),
  canvas: entry(["export_reasoning_canvas", "import_canvas_edits", "list_canvases"], async () => {
    const { canvasSettings, canvasTools } = await import("@toolgate/toolbox-canvas")
    return configureEntry(canvasSettings, canvasTools)
  }),
  routing: entry(["delegate", "escalate"], async () => {
    const { routingSettings, routingTools } = await import("@toolgate/toolbox-routing")
    return {
      ...configureEntry(routingSettings, routingTools, { agents: ["delegate"] }),
      agents: (settings: unknown) => (settings as RoutingSettings).agents ?? {}
    }
  })
}

/** The name of an entry. */
export type EntryName = keyof typeof toolboxEntries

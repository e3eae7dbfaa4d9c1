import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import type { Case, Family } from "../Case.ts"

const tools = [
  ["archive", "archive_open"],
  ["canvas", "list_canvases"],
  ["code", "git_status"],
  ["code", "search_files"],
  ["data", "json_query"],
  ["data", "sql_query"],
  ["llm", "embed_text"],
  ["math", "calculate"],
  ["math", "statistics"],
  ["memory", "memory_add"],
  ["routing", "delegate"],
  ["web", "http_get"],
  ["web", "fetch_docs"]
] as const

/**
 * Measures a tool's first call after its gate opens: it loads libraries and starts the worker process. Nothing leaves
 * this machine: the web page is local, texts are embedded by hashing, notes are stored in a temporary folder, and the
 * agent is a program that reports at once.
 */
export const measureFirstCall = async (): Promise<Family> => {
  const cases = tools.map(([entry, tool]) => first(entry, tool))
  return {
    name: "toolbox.first",
    title: "The first call of a tool, in a gate that is open",
    cases,
    figures: (measured) => cases.map(({ name }) => measured.figure(name))
  }
}

const first = (entry: string, tool: string): Case => {
  let child: ChildProcess | undefined
  const name = `/${entry}, ${tool}`
  const answer = (child: ChildProcess) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    child.once("message", resolve)
    child.once("exit", () => reject(new Error(`The program ended before it called "${tool}".`)))
    return promise
  }
  return {
    name,
    times: 1,
    rounds: 20,
    prepare: async () => {
      // Runs the build, as an installed program does.
      child = fork(join(import.meta.dirname, "programs/firstCall.mjs"), [entry, tool], { execArgv: [] })
      await answer(child)
    },
    run: async () => {
      if (child === undefined) throw new Error("The program is not there.")
      const answered = answer(child)
      child.send("call")
      const said = await answered
      if (said !== "done") throw new Error(`The first call of "${tool}" failed: ${String(said)}`)
    }
  }
}

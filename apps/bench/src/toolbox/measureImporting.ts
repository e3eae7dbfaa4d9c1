import { spawnSync } from "node:child_process"
import type { Case, Family } from "../Case.ts"
import { summarize } from "../statistics.ts"
import { importedEntry } from "../targets.ts"

const entries = ["archive", "canvas", "code", "data", "llm", "math", "memory", "routing", "web"]

/**
 * Measures programs that import an entry of the built package and exit. The figures are CPU times, because the elapsed
 * time depends on what else runs.
 */
export const measureImporting = async (): Promise<Family> => {
  const took = new Map<string, Array<number>>()
  const [empty, core] = ["an empty program", "@toolgate/core"]
  const named = (entry: string) => `/${entry}, on top of core`
  const program = (name: string, text: string): Case => ({
    name,
    times: 1,
    rounds: 20,
    run: async () => {
      took.set(name, [...(took.get(name) ?? []), processorTime(name, text)])
    }
  })
  const more = (name: string, than: string) =>
    summarize((took.get(name) ?? []).map((ns, at) => ns - (took.get(than)?.[at] ?? Number.NaN)))
  return {
    name: "toolbox.import",
    title: "The processor's time for importing an entry of the toolbox",
    cases: [
      program(empty, ""),
      program(core, "@toolgate/core"),
      ...entries.map((entry) => program(named(entry), `@toolgate/toolbox-${entry}`))
    ],
    figures: () => [
      { name: empty, value: summarize(took.get(empty) ?? []), unit: "ns" },
      { name: `${core}, on top of that`, value: more(core, empty), unit: "ns" },
      ...entries.map(
        (entry) => ({ name: named(entry), value: more(named(entry), core), unit: "ns", atMost: importedEntry }) as const
      )
    ]
  }
}

/** Runs a program from the build, as an installed one. Returns its CPU time in nanoseconds. */
const processorTime = (name: string, imported: string): number => {
  const told = "const { user, system } = process.cpuUsage(); console.log((user + system) * 1000)"
  const text = `${imported === "" ? "" : `await import("${imported}");`}${told}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", text], {
    cwd: import.meta.dirname,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`A program did not import what is needed for "${name}": ${stderr}`)
  return Number(stdout)
}

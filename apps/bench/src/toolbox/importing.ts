import { spawnSync } from "node:child_process"
import type { Case, Family } from "../Case.ts"
import { importedEntry } from "../targets.ts"

const entries = ["archive", "canvas", "code", "data", "llm", "math", "memory", "routing", "web"]

/** Returns the family of cases about programs that import an entry of the built package, and end. */
export const importing = async (): Promise<Family> => {
  const [empty, core] = ["an empty program", "@toolgate/core"]
  const named = (entry: string) => `/${entry}, on top of core`
  const cases = [
    program(empty, ""),
    program(core, "import '@toolgate/core'"),
    ...entries.map((entry) => program(named(entry), `import '@toolgate/toolbox/${entry}'`))
  ]
  return {
    name: "toolbox.import",
    title: "Programs that import an entry of the toolbox",
    cases,
    figures: (measured) => [
      measured.figure(empty),
      measured.figure(core, empty),
      ...entries.map((entry) => {
        const { name, value, unit } = measured.difference(named(entry), [named(entry), core, core])
        return { name, value, unit, atMost: importedEntry }
      })
    ]
  }
}

/** Returns the case of a program, which runs as an installed one does: from what is built, without the sources. */
const program = (name: string, text: string): Case => ({
  name,
  times: 1,
  rounds: 20,
  run: async () => {
    const words = ["--input-type=module", "--eval", text]
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: import.meta.dirname, encoding: "utf8" })
    if (status !== 0) throw new Error(`A program did not import "${name}": ${stderr}`)
  }
})

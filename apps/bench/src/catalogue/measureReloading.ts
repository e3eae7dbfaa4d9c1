import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Toolgate } from "toolgate"
import type { Family } from "../Case.ts"
import { openUserDoor } from "../doors.ts"
import { text } from "../echo.ts"
import { createUserGate } from "../gates.ts"
import { echoWork } from "../work.ts"

const callers = 100
const callsOfEach = 20

/** Measures a hundred callers of a plugin's tool, with and without concurrent reloads. */
export const measureReloading = async (): Promise<Family> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-plugins-"))
  const plugin = join(folder, "plugins/echo")
  let version = 0
  const write = () => {
    mkdirSync(plugin, { recursive: true })
    const tool = { name: "echo", description: "Gives its text back.", module: "echo.mjs", parameters }
    writeFileSync(join(plugin, "manifest.json"), JSON.stringify({ name: "echo", version: "1.0.0", tools: [tool] }))
    writeFileSync(join(plugin, "echo.mjs"), `export default ({ text }) => text // ${++version}\n`)
  }
  write()
  const plugins = {
    folders: [join(folder, "plugins")],
    settings: join(folder, "settings"),
    state: join(folder, "state")
  }
  const opened = createUserGate([], { plugins, limits: { callsPerSession: callers, callsInAll: callers } })
  const door = openUserDoor(opened)
  const work = { ...echoWork(), ended: ({ output }) => output.value === text } satisfies ReturnType<typeof echoWork>
  const calls = (times: number) => door.call(times, work, callers)
  const times = callers * callsOfEach
  const batch = { times, rounds: 20 }
  const still = `${callers} callers of a plugin`
  const changing = `${callers} callers, while the plugin is reloaded`
  let reloads = 0
  let batches = 0
  return {
    name: "plugins.reload",
    title: "Calls of a plugin's script while the plugin is edited and reloaded, again and again",
    cases: [
      { ...batch, name: still, run: calls },
      {
        ...batch,
        name: changing,
        run: async (times) => {
          const { gate } = await opened.open()
          let isDone = false
          const editing = edit(gate, () => !isDone)
          await calls(times).finally(() => (isDone = true))
          reloads += await editing
          batches++
        }
      }
    ],
    figures: (measured) => [measured.figure(still), measured.figure(changing, still)],
    notes: () => [
      `In ${times} calls there were ${(reloads / Math.max(batches, 1)).toFixed(1)} reloads, on the same cores as the calls.`
    ],
    close: async () => {
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** Edits and reloads the plugin while the calls go on. Returns the number of reloads. */
  async function edit(gate: Toolgate, goesOn: () => boolean): Promise<number> {
    let count = 0
    while (goesOn()) {
      write()
      const reloaded = await gate.plugins.reloadChanged()
      if (reloaded.count !== 1) throw new Error(`The plugin was not reloaded: ${JSON.stringify(reloaded.problems)}`)
      count++
    }
    return count
  }
}

const parameters = { text: { type: "string", required: true } }

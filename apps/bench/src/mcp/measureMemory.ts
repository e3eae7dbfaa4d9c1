import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Family } from "../Case.ts"
import type { Figure } from "../Figure.ts"
import type { Scale } from "../Scale.ts"
import { summarize } from "../statistics.ts"

const program = join(import.meta.dirname, "programs/idle.mjs")

/**
 * Measures the memory of idle MCP servers. Each is started a few times, from the built packages, because compiling
 * sources uses memory.
 */
export const measureMemory = async ({ judged }: Scale): Promise<Family> => {
  const figureOf = async (name: string, what: string): Promise<Figure> => {
    const sizes: Array<number> = []
    for (let time = 0; time < (judged ? 5 : 1); time++) sizes.push(await sizeOf(what))
    return { name, value: summarize(sizes), unit: "bytes" }
  }
  const figures = [await figureOf("a bare server of the SDK", "bare"), await figureOf("a gate without servers", "gate")]
  return { name: "mcp.memory", title: "The memory of a server that does nothing", cases: [], figures: () => figures }
}

const sizeOf = async (what: string): Promise<number> => {
  const execArgv = ["--disable-warning=ExperimentalWarning", "--expose-gc"]
  const child = fork(program, [what], { execArgv })
  const [size] = await Promise.race([once(child, "message"), once(child, "exit").then(() => [undefined])])
  if (typeof size !== "number") throw new Error(`The process of "${what}" ended before it said its size.`)
  return size
}

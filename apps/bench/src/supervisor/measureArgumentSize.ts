import type { Family } from "../Case.ts"
import type { Figure } from "../Figure.ts"
import type { Measured } from "../Measured.ts"
import type { Scale } from "../Scale.ts"
import { summarize } from "../statistics.ts"
import { flat } from "../targets.ts"
import type { Caller } from "./Orders.ts"
import { openSupervisor } from "./openSupervisor.ts"
import { startBareEcho } from "./startBareEcho.ts"
import { startMcpPeer } from "./startMcpPeer.ts"

const sizes = { "1 KB": 1e3, "100 KB": 1e5, "1 MB": 1e6, "10 MB": 1e7 }
type Size = keyof typeof sizes

const supervised = "a call"
const mcp = "MCP SDK 1.32.2 over stdio"

/** Measures sequential calls with one large text, each answered with a number. */
export const measureArgumentSize = async ({ judged }: Scale): Promise<Family> => {
  const supervisor = await openSupervisor()
  const callers: Record<string, Caller> = {
    "a bare channel": await startBareEcho("each line"),
    [supervised]: await supervisor.start(),
    [mcp]: await startMcpPeer()
  }
  const measuredSizes = (judged ? Object.keys(sizes) : ["100 KB", "1 MB"]) as ReadonlyArray<Size>
  const largest = judged ? "10 MB" : "1 MB"
  return {
    name: "supervisor.arguments",
    title: "A runner's call with large arguments",
    cases: Object.entries(callers).flatMap(([name, caller]) =>
      measuredSizes.map((size) => ({
        name: nameOf(name, size),
        run: (times: number) => caller.make({ tool: "length", times, inFlight: 1, size: sizes[size] }),
        rounds: 20
      }))
    ),
    figures: (measured) => [
      ...Object.keys(callers).flatMap((name) =>
        measuredSizes.map((size) =>
          name === supervised
            ? measured.figure(nameOf(name, size), nameOf(mcp, size))
            : measured.figure(nameOf(name, size))
        )
      ),
      ...Object.keys(callers).map((name) => perByte(measured, name, largest))
    ],
    notes: () => [
      "Each text is written and sent within the measured time. The supervisor, which is the measuring process, reads a runner's text; the MCP server, which is the other process, reads the text of MCP."
    ],
    close: async () => {
      await Promise.all(Object.values(callers).map((caller) => caller.close()))
      await supervisor.close()
    }
  }
}

/** Returns the figure of the time per byte in a very large text, compared with a text of a hundred thousand bytes. */
const perByte = (measured: Measured, caller: string, largest: Size): Figure => {
  const large = nameOf(caller, largest)
  const small = nameOf(caller, "100 KB")
  const larger = sizes[largest] / sizes["100 KB"]
  return {
    name: `${large}, each byte`,
    value: measured.time(large),
    unit: "ns",
    ratio: summarize(measured.perRound([large, small], (one = 0, other = 1) => one / larger / other)),
    to: `${small}, each byte`,
    ...(caller === supervised ? { atMost: flat } : {})
  }
}

const nameOf = (caller: string, size: Size) => `${caller}, ${size}`

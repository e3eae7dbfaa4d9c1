import { defineTool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { openEnginePromiseDoor } from "../src/doors.ts"
import { echoParameters } from "../src/echo.ts"
import { createEngineGate } from "../src/gates.ts"
import { echoWork } from "../src/work.ts"

describe("a door", () => {
  it("fails if its subscriber missed events, because unread events cost nothing", async () => {
    const gate = createEngineGate([
      defineTool({
        name: "echo",
        description: "Makes the subscriber miss two events.",
        parameters: echoParameters,
        sideEffects: "NONE",
        execute: async ({ text }) => {
          const { reader } = await gate.open()
          reader.take({ type: "events.lost", count: 2 })
          return text
        }
      })
    ])
    await expect(openEnginePromiseDoor(gate).call(3, echoWork())).rejects.toThrow("A subscriber missed 6 events.")
    await gate.close()
  })
})

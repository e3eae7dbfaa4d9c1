import { defineTool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { enginePromiseDoor } from "../src/doors.ts"
import { echoParameters } from "../src/echo.ts"
import { engineGate } from "../src/gates.ts"
import { echoWork } from "../src/work.ts"

describe("a door", () => {
  it("takes events that its subscriber missed for an error: what is not read is not paid for", async () => {
    const gate = engineGate([
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
    await expect(enginePromiseDoor(gate).call(3, echoWork())).rejects.toThrow("A subscriber missed 6 events.")
    await gate.close()
  })
})

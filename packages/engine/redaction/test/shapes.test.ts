import { failedRows } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"
import { shapes } from "./shapes.ts"

describe("what is logged", () => {
  it("does not show a secret in any shape", async () => {
    const rows = shapes.map((shape) => [`${shape.of}: ${shape.given}`, shape] as const)
    const failed = await failedRows(rows, ({ given, secret }) => {
      const [fields] = LogRedaction.line({ given }, "")
      expect(JSON.stringify(given)).toContain(JSON.stringify(secret).slice(1, -1))
      expect(JSON.stringify(fields)).not.toContain(JSON.stringify(secret).slice(1, -1))
    })
    expect(failed).toEqual({})
  })
})

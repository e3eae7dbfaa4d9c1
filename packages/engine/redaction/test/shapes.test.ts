import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"
import { shapes } from "./shapes.ts"

describe("what is logged", () => {
  it.each(shapes)("does not show a secret in the shape of $of: $given", ({ given, secret }) => {
    const [fields] = LogRedaction.line({ given }, "")
    expect(JSON.stringify(given)).toContain(JSON.stringify(secret).slice(1, -1))
    expect(JSON.stringify(fields)).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})

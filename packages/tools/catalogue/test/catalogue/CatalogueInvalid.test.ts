import { expect, it } from "vitest"
import { CatalogueInvalid } from "../../src/index.ts"

it("lists each problem after its position, and reports how many more there are", () => {
  const { message } = CatalogueInvalid.of({ problems: [{ source: "a.yaml:1:1", message: "it is empty" }], more: 2 })
  expect(message).toBe("a.yaml:1:1: it is empty\nand 2 more")
})

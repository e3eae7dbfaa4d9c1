import { expect, it } from "vitest"
import * as registry from "../src/index.ts"

it("exports exactly the promised names", () => {
  expect(Object.keys(registry).sort()).toEqual([
    "MapToolRegistry",
    "MemoryPinStore",
    "PinnedToolRegistry",
    "PolicyVisibility",
    "ToolPins",
    "argumentBounds",
    "findRelatedPins",
    "getPinState",
    "isEarlier",
    "listChangedMembers",
    "makePin",
    "makeToolPins",
    "namePin",
    "revokePin",
    "validator"
  ])
  expect(Object.keys(registry.MapToolRegistry)).toEqual(["layer"])
})

import { expect, it } from "vitest"
import * as registry from "../src/index.ts"

it("exports what is promised, and nothing else", () => {
  expect(Object.keys(registry).sort()).toEqual([
    "MapToolRegistry",
    "MemoryPinStore",
    "PinnedToolRegistry",
    "PolicyVisibility",
    "argumentBounds",
    "findRelatedPins",
    "getPinState",
    "isEarlier",
    "listChangedMembers",
    "makePin",
    "namePin",
    "revokePin",
    "validator"
  ])
  expect(Object.keys(registry.MapToolRegistry)).toEqual(["layer"])
})

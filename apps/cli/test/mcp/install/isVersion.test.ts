import { expect, it } from "vitest"
import { isVersion } from "../../../src/mcp/install/isVersion.ts"

it.each([
  [undefined, "1.2.3", true],
  ["latest", "1.2.3", true],
  ["1.2.3", "1.2.3", true],
  ["1.2.3", "1.2.30", false],
  ["1.2", "1.2.3", true],
  ["1.x", "1.2.3", true],
  ["1", "10.2.3", false],
  ["^1.2.3", "1.10.0", true],
  ["^1.2.3", "1.2.2", false],
  ["^1.2.3", "2.0.0", false],
  ["^0.2.3", "0.2.4", true],
  ["^0.2.3", "0.3.0", false],
  ["~1.2.3", "1.2.9", true],
  ["~1.2.3", "1.3.0", false],
  ["1.2.3-beta.1", "1.2.3", false]
])("knows whether words ask for a version: %s, %s", (wanted, version, is) => {
  expect(isVersion(version, wanted)).toBe(is)
})

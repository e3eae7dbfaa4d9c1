import assert from "node:assert/strict"
import { describeEachDatabase } from "@toolgate/testing"

// Stands for `describe` of vitest.
const suites: Array<string> = []
const describe = Object.assign((name: string, _add: () => void) => void suites.push(name), { skip: () => {} })
describeEachDatabase(
  describe,
  () => "/tmp/stores",
  "claims",
  (newPlace) => void newPlace,
  false
)
assert.deepEqual(suites, ["claims, in SQLite"])

import assert from "node:assert/strict"
import { findFailedRows } from "@toolgate/testing"

const rows = [
  ["two", 2],
  ["three", 3]
] as const
const failed = await findFailedRows(rows, (number) => {
  if (number % 2 === 1) throw new Error("It is odd.")
})
assert.deepEqual(failed, { three: "It is odd." })

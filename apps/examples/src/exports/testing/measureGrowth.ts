import assert from "node:assert/strict"
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"

// Searching takes linear time.
const growth = await measureGrowth((text) => text.indexOf("]"), repeated("["))
assert(growth <= mostGrowth)

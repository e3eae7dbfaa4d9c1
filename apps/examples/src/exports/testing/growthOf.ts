import assert from "node:assert/strict"
import { growthOf, mostGrowth, repeated } from "@toolgate/testing"

// Searching takes linear time.
const growth = await growthOf((text) => text.indexOf("]"), repeated("["))
assert(growth <= mostGrowth)

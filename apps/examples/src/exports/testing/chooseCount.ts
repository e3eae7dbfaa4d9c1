import assert from "node:assert/strict"
import { chooseCount, isNight } from "@toolgate/testing"

// Kills a process three times by day, and three hundred times at night.
assert.equal(chooseCount(3, 300), isNight ? 300 : 3)

import assert from "node:assert/strict"
import { fastest } from "@toolgate/testing"

const text = "a".repeat(10_000)
const [short, long] = [fastest(() => text.toUpperCase()), fastest(() => text.repeat(100).toUpperCase())]
assert(long > short)

import assert from "node:assert/strict"
import { measureFastest } from "@toolgate/testing"

const text = "a".repeat(10_000)
const [short, long] = [measureFastest(() => text.toUpperCase()), measureFastest(() => text.repeat(100).toUpperCase())]
assert(long > short)

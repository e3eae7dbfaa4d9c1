import assert from "node:assert/strict"
import { RecentMap } from "@toolgate/core"

const recent = new RecentMap<number>(2)
for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) recent.set(key, value)
assert.deepEqual([recent.get("a"), ...recent.values()], [undefined, 2, 3])

import assert from "node:assert/strict"
import { listArgumentPointers } from "@toolgate/core"

const args = { paths: ["a.txt", "b.txt"] }
assert.deepEqual(listArgumentPointers(args, "/paths/*"), ["/paths/0", "/paths/1"])
assert.equal(listArgumentPointers({ paths: "a.txt" }, "/paths/*"), undefined)

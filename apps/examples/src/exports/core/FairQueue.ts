import assert from "node:assert/strict"
import { FairQueue } from "@toolgate/core"

const queue = new FairQueue<string>()
for (const value of ["a1", "a2"]) queue.add({ agent: "a", session: "1" }, value)
queue.add({ agent: "b", session: "1" }, "b1")
assert.deepEqual([queue.next(), queue.next(), queue.next()], ["a1", "b1", "a2"])

import assert from "node:assert/strict"
import { cachePerObject } from "@toolgate/core"

let made = 0
const describe = cachePerObject(({ name }: { readonly name: string }) => `${name} ${++made}`)
const tool = { name: "echo" }
assert.deepEqual([describe(tool), describe(tool), describe({ name: "echo" })], ["echo 1", "echo 1", "echo 2"])

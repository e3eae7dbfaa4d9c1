import assert from "node:assert/strict"
import { listChoices } from "@toolgate/core"

assert.deepEqual(listChoices(["eu", "us"]), ["eu", "us"])
assert.deepEqual(listChoices([{ const: "eu", title: "Europe" }]), ["eu"])
assert.equal(listChoices("eu"), undefined)

import assert from "node:assert/strict"
import { generateScripts, runs } from "@toolgate/testing"
import fc from "fast-check"

// Each script is a group of calls. Groups can be nested.
const property = fc.property(generateScripts(["echo"], ["inTurn"]), ({ kind }) => assert.equal(kind, "inTurn"))
fc.assert(property, runs(20))

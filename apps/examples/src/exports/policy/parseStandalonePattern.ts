import assert from "node:assert/strict"
import { parseStandalonePattern } from "@toolgate/policy"

const pattern = parseStandalonePattern("domain:*.example.com")
assert.equal(typeof pattern === "object" && pattern.kind, "host")
// The tool decides whether this is a command or a path.
assert.equal(parseStandalonePattern("src/**"), undefined)

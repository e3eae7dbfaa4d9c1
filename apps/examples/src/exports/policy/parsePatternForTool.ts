import assert from "node:assert/strict"
import { parsePatternForTool } from "@toolgate/policy"
import { shell } from "toolgate"

const pattern = parsePatternForTool("git log:*", shell, "exact")
assert.equal(typeof pattern !== "string" && pattern.kind, "command")
// This tool reaches no host.
assert.match(
  String(parsePatternForTool("domain:example.com", { name: "echo", resources: [] }, "exact")),
  /^is about hosts/
)

import assert from "node:assert/strict"
import { commandGroups } from "@toolgate/testing/hostile"

const hidden = commandGroups().find(({ allow, list }) => list === "hiddenOptions" && allow.includes("sort:*"))
// The option `-o` writes a file.
assert(hidden?.commands.some(([answer, command]) => answer === "asks" && command === "sort -ruof x"))

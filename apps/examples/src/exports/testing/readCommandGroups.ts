import assert from "node:assert/strict"
import { readCommandGroups } from "@toolgate/testing/hostile"

const hidden = readCommandGroups().find(({ allow, list }) => list === "hiddenOptions" && allow.includes("sort:*"))
// The option `-o` writes a file.
assert(hidden?.commands.some(([answer, command]) => answer === "asks" && command === "sort -ruof x"))

import { spawnSync } from "node:child_process"
import { describe, it } from "vitest"
import { confining, expectShown } from "./documentConsole.ts"

const missing = ["bwrap", "python3"].filter((program) => spawnSync(program, ["--version"]).status !== 0)
const without = missing.length > 0 ? ` (needs ${missing.join(" and ")})` : ""

describe.skipIf(missing.length > 0 || process.platform === "win32")(`the commands of a document${without}`, () => {
  it.each(confining)("print the documented output: %s", expectShown)
})

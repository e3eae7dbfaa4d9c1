import { describe, it } from "vitest"
import { expectShown, plain } from "./documentConsole.ts"

describe.skipIf(process.platform === "win32")("the commands of a document", () => {
  it.each(plain)("print the documented output: %s", expectShown)
})

import { spawnSync } from "node:child_process"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeAnsiC } from "../src/decodeAnsiC.ts"

describe("decodeAnsiC", () => {
  it("decodes escapes as bash does", () => {
    const piece = fc.constantFrom(
      "\\n",
      "\\t",
      "\\e",
      "\\E",
      "\\a",
      "\\x41 ",
      "\\x9 ",
      "\\101",
      "\\60 ",
      "\\\\",
      "\\'",
      '\\"',
      "\\?",
      "\\q",
      "\\u0041",
      "\\U00000042",
      "a",
      "1",
      "f",
      "é",
      " ",
      "\n"
    )
    const insides = fc.sample(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
      200
    )
    const script = insides.map((inside) => `printf '%s\\0' $'${inside}'`).join("\n")
    const { stdout } = spawnSync("/bin/bash", ["-c", script], { encoding: "utf8" })
    expect(insides.map(decodeAnsiC)).toEqual(stdout.split("\0").slice(0, -1))
  })

  it.each(["\\0", "\\x00", "\\x80", "\\u00e9", "\\377", "\\ca", "\\x", "\\u", "\\"])("does not decode %j", (inside) => {
    expect(decodeAnsiC(inside)).toBeUndefined()
  })
})

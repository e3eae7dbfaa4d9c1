import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { explainFileError } from "../src/explainFileError.ts"

const at = mkdtempSync(join(tmpdir(), "toolgate-core-"))
const errorOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error("Nothing failed.")
}

describe("explainFileError", () => {
  it.each([
    ["a file that is not there", "none", "there is no such file or folder"],
    ["a folder", "", "it is a folder; name a file"],
    ["a path through a file", "file/x", "a part of its path is not a folder"],
    ["a link to itself", "round", "it is a link that is not followed, or its path leads through too many links"],
    ["a name of 300 letters", "x".repeat(300), "its name is too long"]
  ])("names the reason for %s", (_, name, reason) => {
    writeFileSync(join(at, "file"), "")
    if (name === "round") symlinkSync("round", join(at, "round"))
    expect(
      explainFileError(
        errorOf(() => readFileSync(join(at, name))),
        "read"
      )
    ).toBe(reason)
  })

  it("distinguishes writing from reading", () => {
    const missing = errorOf(() => writeFileSync(join(at, "none/x"), ""))
    expect(explainFileError(missing, "write")).toBe("its folder does not exist")
    const denied = Object.assign(new Error(""), { code: "EACCES" })
    expect(["read", "write"].map((access) => explainFileError(denied, access as "read"))).toEqual([
      "this user may not read it",
      "this user may not write there"
    ])
  })

  it("explains a full disk", () => {
    expect(
      explainFileError(
        errorOf(() => writeFileSync("/dev/full", "x")),
        "write"
      )
    ).toBe("the disk is full; make room")
  })

  it("reports unknown codes and the messages of errors without a code", () => {
    expect(explainFileError(Object.assign(new Error("x"), { code: "EWEIRD" }), "read")).toBe(
      "the system reports EWEIRD"
    )
    expect(explainFileError(new Error("too long"), "read")).toBe("too long")
    expect(explainFileError(undefined, "read")).toBe("it failed for an unknown reason")
  })
})

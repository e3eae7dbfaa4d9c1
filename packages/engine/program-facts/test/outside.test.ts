import { describe, expect, it } from "vitest"
import { checkWrite, isOutside } from "../src/outside.ts"

describe("isOutside", () => {
  it.each(["/x", "~/x", "../x", "a/../../x", "<(curl x)", "s3://a/b", "GS://a/b", "ftp://h/x", "file:///x"])(
    "knows that %s leads out of the folder",
    (path) => {
      expect(isOutside(path)).toBe(true)
    }
  )

  it.each(["a", "./a/b", "a..b", "/dev/null", "https://h/x"])(
    "reads %s as a path in the folder, or an address",
    (path) => {
      expect(isOutside(path)).toBe(false)
    }
  )
})

describe("checkWrite", () => {
  it.each([
    "build/x",
    "reports/a.xml",
    "web/coverage/",
    "test-results/junit.xml",
    "junit.xml",
    "coverage.xml",
    "lcov.info"
  ])("finds no harm in writing to %s", (path) => {
    expect(checkWrite(path)).toBeUndefined()
  })

  it.each([
    "x",
    "src/a.ts",
    "../build/x",
    "build/../x/..",
    "/build/x",
    "s3://build/x",
    "src/junit.xml.ts",
    "-build",
    ".git/hooks/build",
    ".github/reports/x"
  ])("finds harm in writing to %s", (path) => {
    expect(checkWrite(path)).toBe("is what it writes, and is not in a folder for build output")
  })
})

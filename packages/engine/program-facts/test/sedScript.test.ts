import { describe, expect, it } from "vitest"
import { isHarmlessSed } from "../src/checks/sedScript.ts"

describe("isHarmlessSed", () => {
  it.each([
    "",
    "p",
    "1,5p",
    "$d",
    "/x/d",
    "/x/,/y/!d",
    "s/a/b/",
    "s/a/b/gI",
    "s|a/w|b|2p",
    "s/a\\/w/b/",
    "s/write/e/",
    "1d;2d;s/a/b/;q",
    "1~2p",
    "y/abc/def/",
    "$="
  ])("calls %j harmless", (script) => {
    expect(isHarmlessSed(script)).toBe(true)
  })

  it.each([
    "w f",
    "1w f",
    "W f",
    "e",
    "e rm x",
    "1e rm x",
    "/x/e",
    "r f",
    "R f",
    "s/a/b/w f",
    "s/a/b/e",
    "s/a/b/ge",
    "s/a/b/gw f",
    "s/a/b/;e rm",
    "s/a/b/\ne rm",
    "1{e rm\n}",
    "{w f\n}",
    "/x[/]/e",
    "s/[/]/w f/",
    "sxaxbxe",
    "a text",
    "i\\\ntext",
    "c text",
    "s/a",
    "v",
    ":a;ba",
    "F",
    "\\,x,e rm"
  ])("does not call %j harmless", (script) => {
    expect(isHarmlessSed(script)).toBe(false)
  })
})

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
    "$=",
    "s/[ \\t]*$//",
    "/^[\\t ]*#/d",
    ":a;N;$!ba;s/\\n/ /g",
    ":a\ns/x/y/\nta",
    ":a;ba",
    "a text",
    "$a w f",
    "5i hello",
    "1i\\foo",
    "i\\\ntext",
    "/x/c\\\nw f\np",
    "$!{N;D}"
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
    "s/a",
    "a text\\\nw f\\\n",
    "a text\nw f",
    "i\\\ntext\ne rm",
    "1{a text\n}\nw f",
    ":a\nw f",
    "ba;w f",
    ":a;s/x/y/e;ta",
    "s/[\\]/]/w f/",
    "s/[\\/]/e",
    "s/[\\/]/x/",
    "s/[\\]]/x/",
    "b e rm",
    "v",
    "F",
    "\\,x,e rm"
  ])("does not call %j harmless", (script) => {
    expect(isHarmlessSed(script)).toBe(false)
  })
})

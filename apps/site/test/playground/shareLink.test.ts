import { expect, it } from "vitest"
import { readHash, writeHash } from "../../src/playground/shareLink.ts"

it("reads the texts that it wrote", () => {
  const texts = { policy: 'version: 1\n# "ä" & +%\n', tool: "shell", args: "a=b && c", agent: "", role: "r", task: "" }
  expect(readHash(writeHash(texts))).toEqual(texts)
  expect(readHash(writeHash({ ...texts, policy: "" }))).toEqual({ ...texts, policy: "" })
})

it("reads a link that was cut in the middle of a character", () => {
  expect(readHash("#policy=version:+1&tool=shell&args=ls+%C3")).toMatchObject({
    policy: "version: 1",
    args: "ls \ufffd"
  })
})

it("reads nothing from the hash of another page", () => {
  expect(["", "#", "#tests", "#tool=shell", "#%"].map(readHash)).toEqual(Array(5).fill(undefined))
})

import { expect, it } from "vitest"
import { readHash, writeHash } from "../../src/playground/shareLink.ts"

it("reads the texts that it wrote", () => {
  const texts = { policy: 'version: 1\n# "ä" & +%\n', tool: "shell", args: "a=b && c", agent: "", role: "r", task: "" }
  expect(readHash(writeHash(texts))).toEqual(texts)
})

it("reads nothing from the hash of another page", () => {
  expect(["", "#", "#tests", "#tool=shell", "#%"].map(readHash)).toEqual(Array(5).fill(undefined))
})

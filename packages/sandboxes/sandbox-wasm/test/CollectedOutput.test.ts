import { expect, it } from "vitest"
import { CollectedOutput } from "../src/CollectedOutput.ts"

const metadataOf = (heard: CollectedOutput) => heard.result(undefined, false, 0, undefined).metadata

it("reports incomplete output if some of it may be missing", () => {
  const heard = new CollectedOutput(() => {}, 1_000, 4_096)
  expect(metadataOf(heard)).toEqual({})
  heard.isCutOff = true
  expect(metadataOf(heard)).toEqual({ outputIncomplete: true })
  heard.hear("stderr", Buffer.from("words"))
  expect(metadataOf(heard)).toEqual({ stderr: "words", stderrBytes: 5, outputIncomplete: true })
})

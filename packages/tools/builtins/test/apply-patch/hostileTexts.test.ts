import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { applyDiff } from "../../src/apply-patch/applyDiff.ts"
import { parseNewFile } from "../../src/apply-patch/parseDiff.ts"

type Make = (length: number) => string

const apply = (file: Make, diff: Make) => (length: number) => JSON.stringify([file(length), diff(length)])

const read = (text: string) => {
  const [file, diff] = JSON.parse(text) as [string, string]
  const applying = applyDiff(file, diff)
  while (applying.next().done !== true);
  parseNewFile(diff)
}

const numbered =
  (line: (at: number) => string, characters: number): Make =>
  (length) =>
    Array.from({ length: length / characters }, (_, at) => line(at)).join("\n")

const same = repeated("a\n")
const lines = numbered((at) => `line ${at}`, 8)

/** Files and diffs that a model or an attacker may have written. */
const texts: Readonly<Record<string, Make>> = {
  "one long hunk": apply(
    lines,
    numbered((at) => `-line ${at}\n+x`, 8)
  ),
  "a hunk of equal lines that stands everywhere": apply(same, repeated("-a\n")),
  "a hunk of equal lines that stands nowhere": apply(same, repeated("-a\n", "", "-b")),
  "many hunks in order": apply(
    lines,
    numbered((at) => `@@\n-line ${at}\n+x`, 8)
  ),
  "many anchors": apply(
    lines,
    numbered((at) => `@@ line ${at}`, 8)
  ),
  "anchors that stand everywhere": apply(same, repeated("@@ a\n", "", "+b")),
  "anchors that stand nowhere": apply(same, repeated("@@ b\n", "", "+b")),
  "hunks at equal lines": apply(same, repeated("@@ a\n-a\n+b\n")),
  "blanks in lines": apply(repeated(" ", "", "x"), repeated(" ", "-", "y")),
  "blanks behind signs": apply(same, repeated(" ", "@@ ", "x")),
  "numbers of another format": apply(same, repeated("1", "@@ -", "x")),
  "carriage returns": apply(repeated("\r"), repeated("\r", "-", "x")),
  "empty lines": apply(repeated("\n"), repeated("\n", "", "+x"))
}

it.each(Object.entries(texts))("a diff with %s is applied or refused in linear time", async (_, make) => {
  expect(await measureGrowth(read, make, 16_000)).toBeLessThanOrEqual(mostGrowth)
})

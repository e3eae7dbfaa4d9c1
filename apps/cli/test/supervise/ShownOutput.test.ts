import fc from "fast-check"
import { expect, it } from "vitest"
import { ShownOutput } from "../../src/supervise/ShownOutput.ts"
import { escapeForTerminal } from "../../src/text/escapeForTerminal.ts"

/** Text with dangerous characters of terminals and beginnings of lines of ours, more often than by chance. */
const printed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "toolgate:",
        "tool",
        "gate",
        "gate:",
        ":",
        "TOOLGATE",
        "\r",
        "\n",
        "\r\n",
        "\u001b[31m",
        "\u009b",
        "\u202e"
      ),
      fc.string({ unit: "grapheme" })
    )
  )
  .map((parts) => Buffer.from(parts.join("")))

const whole = (bytes: Uint8Array): string => {
  const shown = new ShownOutput()
  return shown.text("a", bytes) + shown.rest("a")
}

it("means the same in pieces as in one", () => {
  fc.assert(
    fc.property(printed, fc.array(fc.nat(200)), (bytes, cuts) => {
      const shown = new ShownOutput()
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
      const pieces = ends.map((end, i) => shown.text("a", bytes.subarray(ends[i - 1] ?? 0, end)))
      expect(pieces.join("") + shown.rest("a")).toBe(whole(bytes))
    })
  )
})

it("never prints a control character, or a line that looks like ours", () => {
  fc.assert(
    fc.property(fc.oneof(printed, fc.uint8Array()), (bytes) => {
      const text = whole(bytes)
      expect(text).toBe(escapeForTerminal(text))
      expect(text.toLowerCase()).not.toContain("toolgate:")
    })
  )
})

it("prevents a line that looks like ours from being made of two outputs", () => {
  const shown = new ShownOutput()
  expect(shown.text("stdout", Buffer.from("tool")) + shown.text("stderr", Buffer.from("gate: x"))).toBe(
    "toolgate\\u003a x"
  )
})

it("prints an unfinished line at the end", () => {
  const shown = new ShownOutput()
  expect([shown.text("a", Buffer.from([0xe2, 0x82])), shown.text("b", Buffer.from("x\r"))]).toEqual(["", "x"])
  expect([shown.rest("a"), shown.rest("b"), shown.rest("b")]).toEqual(["\ufffd", "\\u000d", ""])
})

import { expect, it } from "vitest"
import { assemble } from "../../src/filter/assemble.ts"
import { interpret } from "./interpret.ts"

const asked = (text: Parameters<typeof assemble>[0], number: number) => interpret(assemble(text), { audit: 0, number })

it("continues at the target of a test's outcome, or with the next line", () => {
  const text = [
    { load: 0 },
    { test: "equals", value: 7, yes: "seven" },
    { test: "isAbove", value: 100, yes: "much", no: "little" },
    { place: "seven" },
    { answer: 1 },
    { place: "much" },
    { test: "isAbove", value: 199, no: "end" },
    { answer: 2 },
    { place: "little" },
    { test: "hasAnyOf", value: 6, yes: "end" },
    { goTo: "seven-less" },
    { answer: 9 },
    { place: "seven-less" },
    { answer: 3 },
    { place: "end" },
    { answer: 4 }
  ] as const
  const answers = [7, 101, 199, 200, 0xffff_ffff, 100, 8, 9, 10, 4].map((number) => asked(text, number))
  expect(answers).toEqual([1, 4, 4, 2, 2, 4, 3, 3, 4, 4])
})

it("writes the binary form that the kernel reads: a code, two distances and a value", () => {
  const bytes = assemble([
    { load: 4 },
    { test: "equals", value: 0xc000003e, no: "end" },
    { answer: 1 },
    { place: "end" },
    { answer: 2 }
  ])
  expect(bytes.toString("hex")).toBe("2000000004000000" + "150000013e0000c0" + "0600000001000000" + "0600000002000000")
})

it("refuses a jump that goes backwards, too far, or nowhere", () => {
  const far = Array.from({ length: 256 }, () => ({ load: 0 }))
  const test = { test: "equals", value: 1, yes: "place" } as const
  expect(() => assemble([{ place: "place" }, test, { answer: 0 }])).toThrow('cannot jump to "place" from line 0')
  expect(() => assemble([test, { answer: 0 }])).toThrow(RangeError)
  expect(() => assemble([test, ...far, { place: "place" }, { answer: 0 }])).toThrow(RangeError)
  expect(() => assemble([test, ...far.slice(1), { place: "place" }, { answer: 0 }])).not.toThrow()
})

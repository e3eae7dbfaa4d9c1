import { testTool } from "@toolgate/toolbox-testing"
import { plotFunction } from "../src/index.ts"

const long = Array(600).fill("sin(x)").join("+")

testTool(plotFunction, {
  good: {
    name: "draws several expressions with a line about each",
    args: { expressions: ["x ^ 2", "x"], from: -1, to: 1, samples: 201 },
    text: /1 ┤[\s\S]*-1 ┤[\s\S]*x \^ 2: 201 points, y from 0 to 1\nx: 201 points, y from -1 to 1$/
  },
  edge: [
    {
      name: "counts where there is no real value",
      args: { expressions: ["sqrt(x)"], from: -1, to: 1, samples: 3 },
      text: "2 points, y from 0 to 1, 1 skipped"
    },
    {
      name: "has a gap at a pole, also between samples, and cuts what is far away",
      args: { expressions: ["tan(x)"], from: -5, to: 5, width: 40, height: 10 },
      check: ({ output }) => {
        const text = output.content[0]?.type === "text" ? output.content[0].text : ""
        // A line through the pole at pi / 2 would fill its column.
        const rows = text.split("\n").slice(0, 10)
        const margin = (rows[0]?.indexOf("┤") ?? 0) + 1
        const column = margin + Math.floor(((Math.PI / 2 + 5) / 10) * 40)
        const filled = rows.filter((row) => (row[column] ?? "\u2800") !== "\u2800" && (row[column] ?? " ") !== " ")
        if (filled.length > 6 || !text.includes("The chart is cut at y")) throw new Error(text)
      }
    },
    { name: "draws a constant", args: { expressions: ["3"], from: 0, to: 1 }, text: "3: 160 points, y from 3 to 3" }
  ],
  bad: [
    {
      name: "an expression with a fault",
      args: { expressions: ["x", "x +"], from: 0, to: 1 },
      says: '"expressions/1" cannot be read at character 4'
    },
    {
      name: "ends whose distance is infinite",
      args: { expressions: ["x"], from: -1e308, to: 1e308 },
      says: "too far apart"
    },
    { name: "another variable than x", args: { expressions: ["y"], from: 0, to: 1 }, says: 'unknown variable "y"' },
    {
      name: "a range that is reversed",
      args: { expressions: ["x"], from: 1, to: 0 },
      says: '"from" must be less than "to"'
    },
    { name: "a range that is empty", args: { expressions: ["x"], from: 1, to: 1 }, says: '"from" must be less' },
    { name: "no expression", args: { expressions: [], from: 0, to: 1 }, says: "expressions" },
    {
      name: "an expression without any value",
      args: { expressions: ["log(x)"], from: -2, to: -1 },
      says: "No expression has a real value between -2 and -1",
      class: "execution_error"
    },
    { name: "too many samples", args: { expressions: ["x"], from: 0, to: 1, samples: 10_001 }, says: "samples" }
  ],
  cancel: { args: { expressions: Array(8).fill(long), from: 0, to: 1, samples: 10_000 } },
  worst: { args: { expressions: Array(8).fill(long), from: 0, to: 1, samples: 10_000 }, ends: ["limit", "result"] }
})

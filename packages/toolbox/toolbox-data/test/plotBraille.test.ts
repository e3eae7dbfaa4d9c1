import { testTool } from "@toolgate/toolbox-testing"
import { plotBraille } from "../src/index.ts"

const many = Array.from({ length: 100_000 }, (_, at) => Math.sin(at * at))

testTool(plotBraille, {
  good: {
    name: "draws several series with a title, and a line about each",
    args: {
      series: [
        { name: "up", x: [0, 10], y: [0, 1] },
        { x: [0, 10], y: [1, 0] }
      ],
      width: 20,
      height: 5,
      title: "Cross"
    },
    text: /^Cross\n1 ┤⠉.*\n.*\n.*\n.*\n0 ┤.*\n {2}└─{20}\n {3}0 {17}10\nup: 2 points, y from 0 to 1\nseries 2: 2 points, y from 0 to 1$/
  },
  edge: [
    {
      name: "draws one point",
      args: { series: [{ y: [5] }], width: 20, height: 5 },
      text: /5\.5 ┤[\s\S]*4\.5 ┤[\s\S]*series 1: 1 point, y from 5 to 5/
    },
    {
      name: "leaves gaps at null, and counts them",
      args: { series: [{ y: [1, null, 2], x: [0, 1, 2] }] },
      text: "2 points, y from 1 to 2, 1 skipped"
    },
    {
      name: "skips invalid and infinite numbers, and counts them",
      args: { series: [{ y: [1, "NaN", "Infinity", "-Infinity", "nan", "inf", 2] }] },
      text: "2 points, y from 1 to 2, 5 skipped"
    },
    {
      name: "draws a series without a number beside another",
      args: { series: [{ y: [null] }, { y: [1] }] },
      text: "series 1: no point has two numbers"
    },
    {
      name: "draws the largest numbers",
      args: { series: [{ y: [-1.7e308, 1.7e308] }] },
      text: "y from -1.7e+308 to 1.7e+308"
    },
    { name: "draws numbers that differ little", args: { series: [{ y: [1e15, 1e15 + 1] }] }, text: "2 points" }
  ],
  bad: [
    { name: "no series", args: { series: [] }, says: "series" },
    { name: "a series without points", args: { series: [{ name: "a", y: [] }] }, says: 'The series "a" has no points' },
    {
      name: "coordinates of which some lack the other",
      args: { series: [{ x: [1], y: [1, 2] }] },
      says: 'has 1 items in "x" and 2 in "y"'
    },
    {
      name: "a text among numbers",
      args: { series: [{ y: [1, "2"] }] },
      says: 'Series 1, item 2 of "y" is not a number'
    },
    { name: "gaps alone", args: { series: [{ y: [null, null] }] }, says: "nothing to draw" },
    { name: "a chart that is too narrow", args: { series: [{ y: [1] }], width: 19 }, says: "width" }
  ],
  cancel: { args: { series: Array(9).fill({ y: many }), width: 200, height: 60 } },
  worst: { args: { series: Array(9).fill({ y: many }), width: 200, height: 60 }, ends: ["limit", "result"] }
})

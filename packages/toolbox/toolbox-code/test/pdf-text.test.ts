import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { pdfText } from "../src/index.ts"
import { makePdf } from "./makePdf.ts"

const tea = await makePdf(["Two cups of tea.", "", "É – end\nof it"], { info: { Title: "Tea", Author: "Ada" } })
const locked = await makePdf(["Secret"], { userPassword: "a", ownerPassword: "b" })
const owned = await makePdf(["Open to all"], { ownerPassword: "b" })
const long = await makePdf(Array.from({ length: 100 }, (_, at) => `${at + 1}: ${"Many words of it. ".repeat(60)}`))
const pictures = await makePdf(["", ""])

/** A page tree that repeats one page, which paints a form that paints itself many times. */
const hostile = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  `<< /Type /Pages /Kids [${"3 0 R ".repeat(100_000)}] /Count 100000 >>`,
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
  "<< /Length 5 >>\nstream\n/X Do\nendstream",
  `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> /Length 60000 >>\nstream\n${"/X Do\n".repeat(10_000)}\nendstream`,
  `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 60000 >>\nstream\n${"BT ET\n".repeat(10_000)}\nendstream`
]
const costly = `%PDF-1.4\n${hostile.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join("")}trailer\n<< /Size 7 /Root 1 0 R >>\n%%EOF\n`

const broken = (name: string, content: Uint8Array | string, says: string) => ({
  name,
  args: { path: "a.pdf" },
  files: { "a.pdf": content },
  says,
  class: "execution_error" as const
})

testTool(pdfText, {
  good: {
    name: "reads page by page, and names a page without text",
    args: { path: "a.pdf" },
    files: { "a.pdf": tea },
    value: { pages: 3, title: "Tea", cut: false },
    check: ({ output }) =>
      expect(output.content).toEqual([
        { type: "text", text: "[Page 2 has no text, and is perhaps a scanned picture.]" },
        { type: "text", text: "[Page 1 of 3.]\nTwo cups of tea." },
        { type: "text", text: "[Page 3 of 3.]\nÉ – end\nof it" }
      ])
  },
  edge: [
    {
      name: "reads one page",
      args: { path: "a.pdf", pages: "3" },
      files: { "a.pdf": tea },
      text: /^\[Page 3 of 3\.\]/
    },
    {
      name: "reads a range that goes beyond the end",
      args: { path: "a.pdf", pages: "2-9" },
      files: { "a.pdf": tea },
      value: { cut: false }
    },
    {
      name: "says where a long one goes on",
      args: { path: "a.pdf", pages: "2-" },
      files: { "a.pdf": long },
      check: ({ output }) => {
        const { next_page: next, cut } = output.value as { next_page: number; cut: boolean }
        expect(cut).toBe(true)
        expect(output.content.at(-1)).toMatchObject({ text: expect.stringContaining(`[Page ${next - 1} of `) })
      }
    },
    {
      name: "opens one that is encrypted and has no password for reading",
      args: { path: "a.pdf" },
      files: { "a.pdf": owned },
      text: "Open to all"
    },
    {
      name: "says that pictures have no text",
      args: { path: "a.pdf" },
      files: { "a.pdf": pictures },
      text: "[Pages 1, 2 have no text, and are perhaps scanned pictures.]"
    }
  ],
  bad: [
    broken("one that needs a password", locked, "opens only with a password"),
    broken("one that is damaged", "%PDF-1.7\n1 0 obj\n<<\n", "damaged"),
    broken("one that is cut off", tea.subarray(0, 300), "damaged"),
    broken("a text", "no PDF", "is not a PDF"),
    {
      name: "a page after the last",
      args: { path: "a.pdf", pages: "4" },
      files: { "a.pdf": tea },
      says: "has 3 pages"
    },
    {
      name: "a range from back to front",
      args: { path: "a.pdf", pages: "3-2" },
      files: { "a.pdf": tea },
      says: "ends"
    },
    { name: "pages in words", args: { path: "a.pdf", pages: "all" }, files: { "a.pdf": tea }, says: "pages" },
    { name: "a file that there is not", args: { path: "a.pdf" }, says: "Nothing exists", class: "execution_error" }
  ],
  cancel: { args: { path: "a.pdf" }, files: { "a.pdf": costly } },
  worst: { args: { path: "a.pdf" }, files: { "a.pdf": costly }, ends: ["limit", "result", "failure"] }
})

import { type ByteRange, type Files, makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readFile } from "../src/index.ts"
import { callTool, refusalOf, takes, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"
import { memoryFiles } from "./memoryFiles.ts"

/** Returns the lines of a text with their ends, counted independently of the tool. */
const findLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const anyText = fc
  .array(
    fc.oneof(fc.constantFrom("\n", "\r\n", "\n\n", "é", "€", "😀", "\t", "\ufeff"), fc.string({ unit: "grapheme" }))
  )
  .map((parts) => parts.join("").replaceAll("\0", ""))

describe.each(fileSystems)("read_file on $name", ({ open }) => {
  const read = async (content: string | Uint8Array, args: object = {}) => {
    const { files } = await open({ "a.txt": content })
    return callTool(readFile, { path: "a.txt", ...args }, files)
  }
  const refused = async (content: string | Uint8Array, args: object = {}) => {
    const { files } = await open({ "a.txt": content })
    return refusalOf(readFile, { path: "a.txt", ...args }, files)
  }

  it("returns only the text of a whole file", async () => {
    const output = await read("one\ntwo\n")
    expect(texts(output)).toEqual(["one\ntwo\n"])
    expect(output.value).toEqual({ start_line: 1, end_line: 2, total_lines: 2, size: 8, lines_cut: 0 })
    expect(output.success).toBe(true)
  })

  it("keeps CRLF, and a last line without an end", async () => {
    expect(texts(await read("one\r\ntwo"))).toEqual(["one\r\ntwo"])
  })

  it("keeps a byte order mark and reports it", async () => {
    expect(texts(await read("\ufeffone\n"))).toEqual([
      "\ufeffone\n",
      "[The file begins with a byte order mark (U+FEFF).]"
    ])
    expect(texts(await read("\ufeffone\n", { line_numbers: true }))).toEqual([
      "1\t\ufeffone\n",
      "[The file begins with a byte order mark (U+FEFF).]"
    ])
    expect(texts(await read("\ufeffone\ntwo\n", { start_line: 2 }))).toEqual([
      "two\n",
      "[Line 2 of 2; the file has 11 bytes.]"
    ])
  })

  it("reports an empty file", async () => {
    const output = await read("")
    expect(texts(output)).toEqual(["[The file is empty.]"])
    expect(output.value).toEqual({ start_line: 1, end_line: 0, total_lines: 0, size: 0, lines_cut: 0 })
  })

  it("returns a range, with its position and the number of lines", async () => {
    const output = await read("a\nb\nc\nd\n", { start_line: 2, end_line: 3 })
    expect(texts(output)).toEqual(["b\nc\n", "[Lines 2 to 3 of 4; the file has 8 bytes.]"])
    expect(output.value).toEqual({ start_line: 2, end_line: 3, total_lines: 4, size: 8, lines_cut: 0 })
  })

  it("ends a range at the end of the file", async () => {
    expect(texts(await read("a\nb", { start_line: 2, end_line: 99 }))).toEqual([
      "b",
      "[Line 2 of 2; the file has 3 bytes.]"
    ])
  })

  it("reports the number of lines if a range begins past them", async () => {
    expect(await refused("a\nb\n", { start_line: 3 })).toMatchObject({
      class: "validation_error",
      message: 'The argument "start_line" is past the end: the file\'s last line is 2.'
    })
    expect((await refused("", { start_line: 2 })).message).toBe(
      'The argument "start_line" is past the end: the file is empty.'
    )
  })

  it("refuses a range that ends before it begins", async () => {
    expect((await refused("a\nb\n", { start_line: 2, end_line: 1 })).message).toBe(
      'The argument "end_line" is before "start_line".'
    )
  })

  it("numbers lines on request, as they are counted in the file", async () => {
    const output = await read("a\nb\nc", { start_line: 2, line_numbers: true })
    expect(texts(output)[0]).toBe("2\tb\n3\tc")
  })

  it("cuts a file of over 1 MB between lines, and continues there", async () => {
    const text = `${"x".repeat(99)}\n`.repeat(25_000)
    const { files } = await open({ "a.txt": text })
    let joined = ""
    let next: number | undefined = 1
    let calls = 0
    while (next !== undefined) {
      const output = await callTool(readFile, { path: "a.txt", start_line: next }, files)
      const [part = "", note] = texts(output)
      if (next === 1) {
        expect(note).toBe(
          "[Lines 1 to 10000 of 25000; the file has 2500000 bytes, and a call reads at most 1000000. Read on with start_line 10001.]"
        )
      }
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1_000_000)
      joined += part
      next = (output.value as { next_line?: number }).next_line
      calls += 1
    }
    expect(joined === text).toBe(true)
    expect(calls).toBe(3)
  })

  it("counts line numbers toward the 1 MB", async () => {
    const output = await read("\n".repeat(600_000), { line_numbers: true })
    expect(Buffer.byteLength(texts(output)[0] ?? "")).toBeLessThanOrEqual(1_000_000)
    const { end_line, next_line } = output.value as { end_line: number; next_line: number }
    expect(next_line).toBe(end_line + 1)
    expect(end_line).toBeLessThan(600_000)
  })

  it("cuts a very long line, reports that, and returns it whole if it is requested alone", async () => {
    const long = `${"é".repeat(5_000)}\n`
    const cut = await read(`a\n${long}b\n`)
    expect(texts(cut)).toEqual([
      `a\n${"é".repeat(4_000)}\nb\n`,
      "[Line 2 is cut after 8000 of its 10001 bytes. To get all of a line, read it alone: start_line and end_line the same.]"
    ])
    expect(cut.value).toMatchObject({ lines_cut: 1, end_line: 3 })
    expect(texts(await read(`a\n${long}b\n`, { start_line: 2, end_line: 2 }))[0]).toBe(long)
  })

  it("cuts a long line between characters", async () => {
    const [text] = texts(await read(`a${"😀".repeat(3_000)}\nb\n`))
    expect(text).toBe(`a${"😀".repeat(1_999)}\nb\n`)
  })

  it("names some of many lines that are cut", async () => {
    const [, note] = texts(await read(`${"x".repeat(9_000)}\n`.repeat(12)))
    expect(note).toBe(
      "[Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more are cut after 8000 bytes each. To get all of a line, read it alone: start_line and end_line the same.]"
    )
  })

  it("cuts a single line of over 1 MB and reports that the rest is unavailable", async () => {
    const output = await read("x".repeat(3_000_000), { start_line: 1, end_line: 1, line_numbers: true })
    const [text = "", note] = texts(output)
    expect(Buffer.byteLength(text)).toBe(1_000_000)
    expect(note).toBe("[The line is cut after 999997 of its 3000000 bytes; no call reads more of a line.]")
  })

  it.each([
    ["a PNG image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["a ZIP archive, or a document or package made of one", Buffer.from("504b030414000000", "hex")],
    ["UTF-16 text", Buffer.from("\ufeffhello", "utf16le")],
    ["a PDF document", Buffer.from("%PDF-1.7\n\xe2\xe3\xcf\xd3\n", "latin1")]
  ])("refuses %s by name and size", async (kind, bytes) => {
    const refusal = await refused(bytes)
    expect(refusal.class).toBe("execution_error")
    expect(refusal.message).toBe(
      `The file is not UTF-8 text and is not shown: it looks like ${kind}, and has ${bytes.length} bytes.`
    )
  })

  it("refuses a binary file even if the requested lines are text", async () => {
    expect((await refused("a\0\nb\n", { start_line: 2 })).message).toContain("The file is not UTF-8 text")
  })

  it("stops reading at the first NUL byte, in a file of any size", async () => {
    const chunks: Array<number> = []
    const files = {
      readBytes: (_path: string, { offset, length }: { offset: number; length: number }) => {
        chunks.push(offset)
        const chunk = new Uint8Array(length).fill(97)
        if (offset > 0) chunk[0] = 0
        return Effect.succeed(chunk)
      },
      stat: () => Effect.succeed({ kind: "file", size: 3_000_000_000 })
    } as unknown as Files
    expect((await refusalOf(readFile, { path: "sparse" }, files)).message).toContain("has 3000000000 bytes")
    expect(chunks).toHaveLength(2)
  })

  it.each([
    ["text in another encoding", Buffer.from("caf\xe9\n", "latin1")],
    ["a NUL byte in the lines shown", Buffer.from(`${"a\n".repeat(5_000)}b\0c\n`)],
    ["a character cut off at the end", Buffer.from([0x61, 0xe2, 0x82])]
  ])("refuses %s instead of showing garbage", async (_what, bytes) => {
    expect((await refused(bytes)).message).toBe(
      `The file is not UTF-8 text and is not shown: it is binary, or text in another encoding, and has ${bytes.length} bytes.`
    )
  })

  it("fails for a missing file, and for a directory, with the file system's error", async () => {
    const { files } = await open({ d: "directory/" })
    expect((await refusalOf(readFile, { path: "none" }, files)).message).toBe("Nothing exists at the path.")
    expect((await refusalOf(readFile, { path: "d" }, files)).message).toBe("The path does not lead to a regular file.")
  })

  it("yields to other tasks while it reads a large file", async () => {
    let others = 0
    let waiting = setImmediate(function turn() {
      others += 1
      waiting = setImmediate(turn)
    })
    const { files } = await open({ "a.txt": "x\n".repeat(4 * 1024 * 1024) })
    others = 0
    await callTool(readFile, { path: "a.txt", end_line: 1 }, files)
    clearImmediate(waiting)
    expect(others).toBeGreaterThan(10)
  })

  it("returns exactly the lines of any range of any text", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        async (text, start, more) => {
          const lines = findLines(text)
          fc.pre(start <= Math.max(1, lines.length))
          const output = await read(text, { start_line: start, end_line: start + more })
          const wanted = lines.slice(start - 1, start + more)
          expect(output.content[0]).toEqual(
            wanted.length === 0
              ? { type: "text", text: "[The file is empty.]" }
              : { type: "text", text: wanted.join("") }
          )
          expect(output.value).toMatchObject({ total_lines: lines.length, size: Buffer.byteLength(text) })
        }
      )
    )
  })

  it("returns consecutive ranges that add up to the file", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 1, max: 5 }), async (text, step) => {
        const { files } = await open({ "a.txt": text })
        let joined = ""
        for (let start = 1; start <= findLines(text).length; start += step) {
          const args = { path: "a.txt", start_line: start, end_line: start + step - 1 }
          joined += texts(await callTool(readFile, args, files))[0]
        }
        expect(joined).toBe(text)
      })
    )
  })
})

describe("read_file", () => {
  it("reads a large file piece by piece, and not to its end", async () => {
    const size = 10 * 1024 ** 3
    const line = Buffer.from(`${"y".repeat(127)}\n`)
    const asked: Array<ByteRange> = []
    const files: Files = {
      ...memoryFiles(new Map()),
      stat: () => makeAwaitable(Effect.succeed({ kind: "file", size })),
      readBytes: (_path, range = { offset: 0, length: size }) => {
        asked.push(range)
        return makeAwaitable(Effect.sync(() => Buffer.alloc(Math.min(range.length, size - range.offset), line)))
      }
    }
    const output = await callTool(readFile, { path: "large", start_line: 1_000, end_line: 1_001 }, files)
    expect(texts(output)).toEqual([
      line.toString().repeat(2),
      "[Lines 1000 to 1001 of more that were not counted; the file has 10737418240 bytes.]"
    ])
    expect(output.value).toEqual({ start_line: 1_000, end_line: 1_001, size, lines_cut: 0 })
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024)
    expect(asked.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(64 * 1024 * 1024)
  })

  describe("on a file of 3 GB without a NUL byte", () => {
    const size = 3_000_000_000
    const most = 256 * 1024 * 1024
    const openLarge = (content: string) => {
      const read = { bytes: 0 }
      const chunk = Buffer.alloc(1024 * 1024, content)
      const files: Files = {
        ...memoryFiles(new Map()),
        stat: () => makeAwaitable(Effect.succeed({ kind: "file", size })),
        readBytes: (_path, range = { offset: 0, length: size }) => {
          read.bytes += range.length
          return makeAwaitable(Effect.succeed(chunk.subarray(0, range.length)))
        }
      }
      return { read, files }
    }

    it.each([
      ["of one line", "x", 1],
      ["of many lines", `${"y".repeat(127)}\n`, most / 128]
    ])("refuses a first line that is too far away, in a file %s", async (_which, content, lines) => {
      const { read, files } = openLarge(content)
      expect((await refusalOf(readFile, { path: "a", start_line: 1e12 }, files)).message).toBe(
        `The argument "start_line" is too large: a call reads the first ${most} of the file's ${size} bytes, and line 1000000000000 is not among the ${lines} lines there. Use a command such as tail for the rest.`
      )
      expect(read.bytes).toBe(most)
    })

    it("shows the beginning of an endless line, and reports where it stopped", async () => {
      const { read, files } = openLarge("x")
      const output = await callTool(readFile, { path: "a" }, files)
      expect(texts(output)).toEqual([
        `${"x".repeat(8_000)}\n`,
        `[Line 1 of more that were not counted; the file has ${size} bytes. Line 1 is cut after 8000 bytes. To get all of a line, read it alone: start_line and end_line the same. A call reads only the first ${most} bytes of a file.]`
      ])
      expect(output.value).toEqual({ start_line: 1, end_line: 1, size, lines_cut: 1 })
      expect(read.bytes).toBe(most)
    })

    it("drops a line that ends beyond the read bytes", async () => {
      const line = `y${"é".repeat(47)}\n`
      const { files } = openLarge(line)
      // Each chunk of 256 KiB has 2730 ends of lines, and ends within a character.
      const last = (most / (256 * 1024)) * 2730
      const output = await callTool(readFile, { path: "a", start_line: last }, files)
      expect(texts(output)).toEqual([
        line,
        `[Line ${last} of more that were not counted; the file has ${size} bytes. A call reads only the first ${most} bytes of a file.]`
      ])
    })
  })

  it("rejects lines before the first, and unknown arguments", () => {
    expect(takes(readFile, { path: "a", start_line: 1, end_line: 2, line_numbers: true })).toBe(true)
    expect(takes(readFile, { path: "a", start_line: 0 })).toBe(false)
    expect(takes(readFile, { path: "a", offset: 1 })).toBe(false)
    expect(takes(readFile, {})).toBe(false)
  })
})

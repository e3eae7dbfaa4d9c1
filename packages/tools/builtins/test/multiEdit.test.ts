import { makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { multiEdit } from "../src/index.ts"
import { callTool, refusalOf, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"

const edit = (old_text: string, new_text: string, more = {}) => ({ old_text, new_text, ...more })

describe.each(fileSystems)("multi_edit on $name", ({ open }) => {
  it("makes edits in order, each in the result of the earlier ones", async () => {
    const { files, bytes } = await open({ a: "one\ntwo\nthree\n" })
    const edits = [edit("two", "2\n2b"), edit("2b", "second"), edit("three", "3")]
    const output = await callTool(multiEdit, { path: "a", edits }, files)
    expect(String(await bytes("a"))).toBe("one\n2\nsecond\n3\n")
    expect(texts(output)).toEqual(["Made 3 edits: line 2; line 3; line 4. The file has 15 bytes now, 14 before."])
    expect(output.filesModified).toEqual(["a"])
  })

  it("replaces every match on request, and inserts the new text unchanged", async () => {
    const { files, bytes } = await open({ a: "x\nxx\n" })
    const output = await callTool(multiEdit, { path: "a", edits: [edit("x", "$&y", { replace_all: true })] }, files)
    expect(String(await bytes("a"))).toBe("$&y\n$&y$&y\n")
    expect(output.value).toEqual({ edits: [{ line: 1, replaced: 3 }], size: 11, size_before: 5 })
    await callTool(multiEdit, { path: "a", edits: [edit("$&y$&y", "$$")] }, files)
    expect(String(await bytes("a"))).toBe("$&y\n$$\n")
  })

  it("keeps CRLF line ends, and a byte order mark", async () => {
    const { files, bytes } = await open({ a: "\ufeffone\r\ntwo\r\n" })
    await callTool(multiEdit, { path: "a", edits: [edit("one\ntwo", "1\n2")] }, files)
    expect(String(await bytes("a"))).toBe("\ufeff1\r\n2\r\n")
  })

  it("writes nothing if the edits undo each other", async () => {
    const { files } = await open({ a: "one" })
    const output = await callTool(multiEdit, { path: "a", edits: [edit("one", "two"), edit("two", "one")] }, files)
    expect(texts(output)).toEqual(["The edits undo each other: nothing was changed."])
    expect(output.filesModified).toEqual([])
  })

  it.each([
    [
      [edit("one", "1"), edit("tow", "2")],
      'Edit 2 of 2, in what the edits before it leave: The file does not contain the text of "old_text"; read the file and copy the text exactly. Nothing was changed.'
    ],
    [
      [edit("o", "0"), edit("one", "1")],
      'Edit 1 of 2: The file contains the text of "old_text" 3 times, on lines 1, 2, 4; add some of the text around the place you mean. Nothing was changed.'
    ],
    [
      [edit("aa", "b")],
      'Edit 1 of 1: The file contains the text of "old_text" 2 times, on line 3; add some of the text around the place you mean. Nothing was changed.'
    ],
    [[edit("one", "one")], 'Edit 1 of 1: "old_text" and "new_text" are the same. Nothing was changed.'],
    [[], 'The argument "edits" holds 0 edits; give 1 to 256.'],
    [Array(257).fill(edit("one", "1")), 'The argument "edits" holds 257 edits; give 1 to 256.'],
    [
      [edit("none", "", { replace_all: true })],
      'Edit 1 of 1: The file does not contain the text of "old_text"; read the file and copy the text exactly. Nothing was changed.'
    ],
    [[edit("one", "\ud800")], "The text to write contains half a character (a lone surrogate)."]
  ])("changes nothing if an edit cannot be made: %#", async (edits, message) => {
    const { files, bytes } = await open({ a: "one\ntwo\naaa\nfour\n" })
    const refused = await refusalOf(multiEdit, { path: "a", edits }, files)
    expect(refused.message).toBe(message)
    expect(String(await bytes("a"))).toBe("one\ntwo\naaa\nfour\n")
  })

  it("refuses edits that would make a file grow without end", async () => {
    const { files } = await open({ a: "x".repeat(100_000) })
    const growing = [edit("x", "y".repeat(1000), { replace_all: true })]
    expect((await refusalOf(multiEdit, { path: "a", edits: growing }, files)).message).toMatch(
      /more than 67108864 char/
    )
    const places = await open({ a: "x".repeat(100_001) })
    expect((await refusalOf(multiEdit, { path: "a", edits: growing }, places.files)).message).toMatch(/100000 places/)
  })

  it("changes nothing if the file changed meanwhile", async () => {
    const { files, bytes } = await open({ a: "two" })
    const stale = { ...files, read: () => makeAwaitable(Effect.succeed("one")) }
    const refused = await refusalOf(multiEdit, { path: "a", edits: [edit("one", "1")] }, stale)
    expect(refused.message).toBe("The file was changed by another program in the meantime.")
    expect(String(await bytes("a"))).toBe("two")
  })
})

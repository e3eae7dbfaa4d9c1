import { FileFailed, type Files, makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { patchFile } from "../src/index.ts"
import { callTool, refusalOf, takes, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"

describe.each(fileSystems)("patch_file on $name", ({ open }) => {
  const patch = async (before: string | Uint8Array, old_text: string, new_text: string) => {
    const { files, bytes } = await open({ "a.txt": before })
    const output = await callTool(patchFile, { path: "a.txt", old_text, new_text }, files)
    return { output, after: (await bytes("a.txt")).toString() }
  }
  /** Returns the refusal of a patch, which must leave the file unchanged. */
  const refused = async (before: string | Uint8Array, old_text: string, new_text = "new") => {
    const { files, bytes } = await open({ "a.txt": before })
    const refusal = await refusalOf(patchFile, { path: "a.txt", old_text, new_text }, files)
    expect(await bytes("a.txt")).toEqual(Buffer.from(before))
    return refusal
  }

  it("replaces the only match and reports its line", async () => {
    const { output, after } = await patch("a\nb\nc\n", "b", "bee")
    expect(after).toBe("a\nbee\nc\n")
    expect(texts(output)).toEqual(["Replaced the text at line 2: 8 bytes now, 6 before."])
    expect(output.value).toEqual({ line: 2, size: 8, size_before: 6 })
    expect(output.filesModified).toEqual(["a.txt"])
  })

  it("inserts new text unchanged, with any characters", async () => {
    expect((await patch("a b c", "b", "$& $1 $' \\n")).after).toBe("a $& $1 $' \\n c")
  })

  it("removes text when the new text is empty", async () => {
    expect((await patch("a b c", " b", "")).after).toBe("a c")
  })

  it("refuses text that does not occur", async () => {
    expect(await refused("a\nb\n", "z")).toMatchObject({
      class: "execution_error",
      message: 'The file does not contain the text of "old_text"; read the file and copy the text exactly.'
    })
  })

  it("refuses text that occurs several times, and names the lines", async () => {
    expect((await refused("x\ny x\n\nx\n", "x")).message).toBe(
      'The file contains the text of "old_text" 3 times, on lines 1, 2, 4; add some of the text around the place you mean.'
    )
    expect((await refused("x x\n", "x")).message).toContain("2 times, on line 1;")
    expect((await refused("a\nb\na\nb\n", "\nb")).message).toContain("2 times, on lines 1, 3;")
  })

  it("refuses text that overlaps itself, because two occurrences could be meant", async () => {
    expect((await refused("aaa", "aa")).message).toContain("2 times, on line 1;")
  })

  it("names some of many lines", async () => {
    expect((await refused("x\n".repeat(30), "x")).message).toContain(
      "30 times, on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more;"
    )
    expect((await refused("x\n".repeat(5_000), "x")).message).toContain("at least 1000 times, on lines 1, 2,")
  })

  it("suggests white space as the cause", async () => {
    expect((await refused("f() {\n\treturn 1\n}\n", "  return 1")).message).toBe(
      'The file does not contain the text of "old_text", but it would match on line 2 if white space were ignored; copy the text exactly.'
    )
  })

  it("suggests mixed line ends as the cause", async () => {
    expect((await refused("a\r\nb\nc\r\nd\r\n", "c\nd")).message).toContain(
      "it would match on line 3 if line ends (CRLF or LF) were ignored"
    )
    expect((await refused("a\nb\n", "a\r\nb")).message).toContain("on line 1 if line ends (CRLF or LF) were ignored")
  })

  it("suggests line numbers copied from read_file as the cause", async () => {
    expect((await refused("one\ntwo\n", "1\tone\n2\ttwo")).message).toContain(
      "it would match without the line numbers at the beginning of its lines"
    )
  })

  it("does not treat white space alone as a near match", async () => {
    expect((await refused("a b\n", "\t\t")).message).toContain('does not contain the text of "old_text"; read the file')
  })

  it("refuses a replacement equal to its text", async () => {
    expect(await refused("a\n", "a", "a")).toMatchObject({
      class: "validation_error",
      message: 'The arguments "old_text" and "new_text" are the same, so there is nothing to change.'
    })
  })

  it("refuses half of a surrogate pair", async () => {
    expect((await refused("a\n", "a", "\udc00")).class).toBe("execution_error")
    expect((await refused("😀\n", "\ud83d", "")).class).toBe("execution_error")
  })

  it("uses CRLF in a file with CRLF line ends only", async () => {
    const { output, after } = await patch("a\r\nb\r\nc\r\n", "a\nb", "a\nx\nb")
    expect(after).toBe("a\r\nx\r\nb\r\nc\r\n")
    expect(texts(output)[0]).toBe(
      "Replaced the text at line 1: 12 bytes now, 9 before. Its line ends are CRLF, as in the rest of the file."
    )
    expect((await patch("a\r\nb\r\n", "b", "x\ny")).after).toBe("a\r\nx\r\ny\r\n")
    expect((await patch("a\r\nb\r\n", "a\r\nb", "x")).after).toBe("x\r\n")
    expect(texts((await patch("a\r\n", "a", "b")).output)).toEqual([
      "Replaced the text at line 1: 3 bytes now, 3 before."
    ])
  })

  it("changes no other line ends in a file that mixes them", async () => {
    expect((await patch("a\r\nb\nc", "c", "c\nd")).after).toBe("a\r\nb\nc\nd")
  })

  it("keeps a byte order mark", async () => {
    expect((await patch("\ufeffone\n", "one", "two")).after).toBe("\ufefftwo\n")
  })

  it("refuses a binary file, and a missing one", async () => {
    expect((await refused(Buffer.from([0x61, 0xff]), "a")).message).toBe("The file is not UTF-8 text.")
    const { files } = await open({})
    expect((await refusalOf(patchFile, { path: "none", old_text: "a", new_text: "b" }, files)).message).toBe(
      "Nothing exists at the path."
    )
  })

  it("changes exactly one occurrence, or nothing", async () => {
    const some = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", " "), maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(some, some, some, async (before, old, replacement) => {
        fc.pre(old !== "" && old !== replacement)
        const { files, bytes } = await open({ "a.txt": before })
        const done = await callTool(patchFile, { path: "a.txt", old_text: old, new_text: replacement }, files).then(
          () => true,
          () => false
        )
        const after = (await bytes("a.txt")).toString()
        const crlf = /\r\n/.test(before) && !/(^|[^\r])\n/.test(before) && !/\r/.test(old + replacement)
        const asWritten = (text: string) => (crlf ? text.replaceAll("\n", "\r\n") : text)
        const places = Array.from(before, (_, at) => at).filter((at) => before.startsWith(asWritten(old), at))
        const [at = 0] = places
        expect(done).toBe(places.length === 1)
        expect(after).toBe(
          done ? before.slice(0, at) + asWritten(replacement) + before.slice(at + asWritten(old).length) : before
        )
      })
    )
  })
})

describe("patch_file", () => {
  it("rejects an empty text to replace, and unknown arguments", () => {
    expect(takes(patchFile, { path: "a", old_text: "b", new_text: "" })).toBe(true)
    expect(takes(patchFile, { path: "a", old_text: "", new_text: "b" })).toBe(false)
    expect(takes(patchFile, { path: "a", old_text: "b", new_text: "c", replace_all: true })).toBe(false)
  })

  it("returns a failure unchanged if the file does not explain it", async () => {
    const [memory] = fileSystems
    if (memory === undefined) throw new Error("There is no file system to test on.")
    const { files } = await memory.open({ "a.txt": "one\n" })
    const changing = (reason: "NoMatch" | "ManyMatches"): Files => ({
      ...files,
      patch: (path) => makeAwaitable(Effect.fail(new FileFailed(reason, path)))
    })
    const args = { path: "a.txt", old_text: "one", new_text: "two" }
    expect((await refusalOf(patchFile, args, changing("NoMatch"))).message).toBe(
      "The text to replace was not found in the file."
    )
    expect((await refusalOf(patchFile, args, changing("ManyMatches"))).message).toContain("more than once")
  })
})

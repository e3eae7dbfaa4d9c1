import { gzipSync } from "node:zlib"
import { growthOf, mostGrowth, repeated } from "@toolgate/testing"
import { partBytes } from "@toolgate/toolbox-base/jobs"
import { expect, it } from "vitest"
import { ArchiveSource } from "../../toolbox-archive/src/reading/ArchiveSource.ts"
import { openArchive } from "../../toolbox-archive/src/reading/openArchive.ts"
import { readListing } from "../../toolbox-archive/src/reading/readListing.ts"
import { make7z } from "../../toolbox-archive/test/make7z.ts"
import { makeTar, pax } from "../../toolbox-archive/test/makeTar.ts"
import { makeZip } from "../../toolbox-archive/test/makeZip.ts"
import { describe as describePicture } from "../../toolbox-code/src/image-info/describe.ts"
import { pagesOf } from "../../toolbox-code/src/pdf-text/pagesOf.ts"

type Make = (length: number) => string

/** Answers a job's questions about the one file of its call, whose bytes are the units of the text. */
const asking = (text: string) => {
  const bytes = Buffer.from(text, "latin1")
  return async (question: unknown) => {
    const { offset } = question as { readonly offset: number }
    return new Uint8Array(bytes.subarray(offset, offset + partBytes))
  }
}

const picture = (text: string) => describePicture({ file: 0 }, () => {}, asking(text) as never)

const pdf = (text: string) => pagesOf({ file: 0, from: 1, to: 5 }, () => {}, asking(text) as never)

const archive = async (text: string) => {
  const bytes = Buffer.from(text, "latin1")
  const read = async (question: unknown) => {
    const { offset, length } = (question as { readonly read: { readonly offset: number; readonly length: number } })
      .read
    return new Uint8Array(bytes.subarray(offset, offset + length))
  }
  const { entries } = await openArchive(new ArchiveSource(bytes.length, read as never))
  let names = 0
  for await (const { name } of entries()) names += name.length
  return names
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1")
const many = (length: number, characters: number, name: (at: number) => string) =>
  Array.from({ length: length / characters }, (_, at) => ({ name: name(at) }))

const pngHead = latin(Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"))

const pictures: Readonly<Record<string, Make>> = {
  "an SVG with blanks": repeated(" ", "<svg", 'width="1" height="1"/>'),
  "an SVG with open elements": repeated("<svg "),
  "an SVG with open quotes": repeated('width="', "<svg "),
  "an SVG with attributes": repeated('a="1" ', "<svg ", 'width="1" height="1"/>'),
  "an SVG behind a comment": repeated("-", "<!--", '--><svg width="1" height="1"/>'),
  "an SVG behind open tags": repeated("<", "", '<svg width="1" height="1"/>'),
  "an SVG with long numbers": (length) => `<svg width="${"1".repeat(length)}" viewBox="${"0 ".repeat(length / 2)}"/>`,
  "a PNG with empty parts": repeated("\0\0\0\0aaaa\0\0\0\0", pngHead),
  "a GIF with empty parts": repeated("!\xf9\0", "GIF89a\x01\0\x01\0\0\0\0"),
  "a GIF with pictures": repeated(",\0\0\0\0\x01\0\x01\0\0\x02\0", "GIF89a\x01\0\x01\0\0\0\0"),
  "a JPEG with empty parts": repeated("\xff\xe1\0\x02", "\xff\xd8"),
  "a JPEG with EXIF": repeated("\xff\xe1\0\x10Exif\0\0MM\0*\0\0\0\x08", "\xff\xd8"),
  "a WebP with empty parts": repeated("ANMF\0\0\0\0", "RIFF\xff\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0"),
  "a HEIC with empty boxes": repeated("\0\0\0\x08free", "\0\0\0\x18ftypheic\0\0\0\0heicmif1"),
  "an ICO with pictures": repeated("\x01\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "\0\0\x01\0\xff\xff"),
  "a TIFF with entries": repeated("\0\x01\0\x03\0\0\0\x01\0\0\0\0", "MM\0*\0\0\0\x08\xff\xff"),
  "a JPEG XL with empty boxes": repeated("\0\0\0\x08jxlp", "\0\0\0\x0cJXL \r\n\x87\n")
}

const pdfs: Readonly<Record<string, Make>> = {
  "a PDF of blanks": repeated(" ", "%PDF-1.7\n", "\n%%EOF"),
  "a PDF of open objects": repeated("1 0 obj\n<<", "%PDF-1.7\n"),
  "a PDF of open objects with other numbers": (length) =>
    `%PDF-1.7\n${Array.from({ length: length / 12 }, (_, at) => `${at} 0 obj\n<<`).join("")}`,
  "a PDF of open objects with ends": repeated("1 0 obj\n<<endobj ", "%PDF-1.7\n"),
  "a PDF of objects with open lists": repeated("1 0 obj\n[", "%PDF-1.7\n"),
  "a PDF of objects with open texts": repeated("1 0 obj\n(", "%PDF-1.7\n"),
  "a PDF of empty objects": repeated("1 0 obj<<>>endobj\n", "%PDF-1.7\n"),
  "a PDF of open lists": repeated("[", "%PDF-1.7\n1 0 obj\n"),
  "a PDF of open texts": repeated("(", "%PDF-1.7\n1 0 obj\n"),
  "a PDF of ends": repeated("startxref\n0\n%%EOF\n", "%PDF-1.7\n"),
  "a PDF of tables": repeated("xref\n0 1\n0000000000 65535 f \n", "%PDF-1.7\n"),
  "a PDF of trailers": repeated("trailer\n<</Root 1 0 R>>\n", "%PDF-1.7\n")
}

const archives: Readonly<Record<string, Make>> = {
  "a tar of many files": (length) => latin(makeTar(many(length, 512, (at) => `f${at}`))),
  "a tar of one name": (length) => latin(makeTar(many(length, 512, () => "a"))),
  "a tar of attributes": (length) =>
    latin(
      makeTar([pax({ path: "a/".repeat(Math.min(length / 2, 2_000)), comment: "=".repeat(length) }), { name: "a" }])
    ),
  "a tar of records before no file": (length) =>
    latin(makeTar(Array.from({ length: length / 1024 }, () => pax({ path: "a" })))),
  "a zip of many files": (length) => latin(makeZip(many(length, 100, (at) => `f${at}`))),
  "a zip of one name": (length) => latin(makeZip(many(length, 100, () => "a"))),
  "a zip with a long comment": repeated("PK\x05\x06", latin(makeZip([{ name: "a" }]))),
  "a zip without an end": repeated("PK\x01\x02", "PK\x03\x04"),
  "a zip with long extra fields": (length) =>
    latin(makeZip([{ name: "a", central: { extra: Buffer.alloc(Math.min(length, 60_000), "\x01\0\0\0") } }])),
  "a tar.gz of many files": (length) => latin(gzipSync(makeTar(many(length, 512, (at) => `f${at}`)))),
  "a tar.gz of zeros": (length) => latin(gzipSync(Buffer.alloc(4 * length))),
  "a gzip of empty members": repeated(latin(gzipSync(""))),
  "a gzip of members with one byte": repeated(latin(gzipSync("a"))),
  "a gzip with a name without an end": repeated("a", "\x1f\x8b\x08\x08\0\0\0\0\0\x03"),
  "a gzip of heads": repeated("\x1f\x8b\x08\0\0\0\0\0\0\x03"),
  "a gzip of stored blocks without bytes": repeated("\0\0\0\xff\xff", "\x1f\x8b\x08\0\0\0\0\0\0\x03"),
  "a bzip2 of heads": repeated("BZh9"),
  "a bzip2 of beginnings of blocks": repeated("1AY&SY", "BZh9"),
  "a bzip2 of ones": repeated("\xff", "BZh91AY&SY"),
  "a 7z of many files": (length) =>
    latin(make7z(many(length, 40, (at) => `f${at}`).map((one) => ({ ...one, content: "" })))),
  "a 7z of heads": repeated("7z\xbc\xaf\x27\x1c\0\x04"),
  "a 7z of numbers": repeated("\xff", "7z\xbc\xaf\x27\x1c\0\x04")
}

const listings: Readonly<Record<string, Make>> = {
  "a listing of empty lines": repeated("\n"),
  "a listing of blanks": repeated(" ", "Path = a\nSize =", "x"),
  "a listing of equals signs": repeated("= ", "Path = "),
  "a listing of long keys": repeated("A", "Path = a\n"),
  "a listing of many files": repeated("Path = a\nSize = 1\nAttributes = A -rw-r--r--\n\n"),
  "a listing of many keys": (length) =>
    `Path = a\n${Array.from({ length: length / 10 }, (_, at) => `K${"a".repeat(at % 40)} = 1`).join("\n")}`
}

const rows = [
  ...Object.entries(pictures).map(([what, make]) => [what, picture, make] as const),
  ...Object.entries(pdfs).map(([what, make]) => [what, pdf, make] as const),
  ...Object.entries(archives).map(([what, make]) => [what, archive, make] as const),
  ...Object.entries(listings).map(([what, make]) => [what, readListing, make] as const)
]

it.each([
  ["empty streams", "BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0"],
  [
    "streams of one byte",
    latin(Buffer.from("425a683931415926535919939b6b00000001002000200021184682ee48a70a120332736d60", "hex"))
  ]
])("a bzip2 of thousands of %s is refused at its first hundreds", async (_, one) => {
  const read = async ({ read: { offset, length } }: { read: { offset: number; length: number } }) => {
    return new Uint8Array(Buffer.from(one.repeat(20_000), "latin1").subarray(offset, offset + length))
  }
  const { entries } = await openArchive(new ArchiveSource(one.length * 20_000, read as never))
  await expect(entries()[Symbol.asyncIterator]().next()).rejects.toThrow(
    /has 257 blocks with less than 1024 bytes each/
  )
})

it.each(rows)("%s is read or refused in linear time", async (_what, read, make) => {
  expect(await growthOf(read, make, 16_000)).toBeLessThanOrEqual(mostGrowth)
})

import { gzipSync } from "node:zlib"
import { repeated } from "@toolgate/testing"
import { checkName } from "@toolgate/toolbox-base"
import { type MakeText, testHostileTexts } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { ArchiveSource } from "../src/reading/ArchiveSource.ts"
import { openArchive } from "../src/reading/openArchive.ts"
import { readListing } from "../src/reading/readListing.ts"
import { make7z } from "./make7z.ts"
import { createPaxRecord, makeTar } from "./makeTar.ts"
import { makeZip } from "./makeZip.ts"

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

const archives: Readonly<Record<string, MakeText>> = {
  "a tar of many files": (length) => latin(makeTar(many(length, 512, (at) => `f${at}`))),
  "a tar of one name": (length) => latin(makeTar(many(length, 512, () => "a"))),
  "a tar of attributes": (length) =>
    latin(
      makeTar([
        createPaxRecord({ path: "a/".repeat(Math.min(length / 2, 2_000)), comment: "=".repeat(length) }),
        { name: "a" }
      ])
    ),
  "a tar of records before no file": (length) =>
    latin(makeTar(Array.from({ length: length / 1024 }, () => createPaxRecord({ path: "a" })))),
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

const listings: Readonly<Record<string, MakeText>> = {
  "a listing of empty lines": repeated("\n"),
  "a listing of blanks": repeated(" ", "Path = a\nSize =", "x"),
  "a listing of equals signs": repeated("= ", "Path = "),
  "a listing of long keys": repeated("A", "Path = a\n"),
  "a listing of many files": repeated("Path = a\nSize = 1\nAttributes = A -rw-r--r--\n\n"),
  "a listing of many keys": (length) =>
    `Path = a\n${Array.from({ length: length / 10 }, (_, at) => `K${"a".repeat(at % 40)} = 1`).join("\n")}`
}

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

testHostileTexts({
  archive_open: { read: archive, texts: archives, length: 16_000 },
  "the listing of 7z": { read: readListing, texts: listings, length: 16_000 },
  "the names of entries": {
    read: (name) => checkName(name),
    texts: {
      colons: repeated(":"),
      "colons and dollars": repeated(":$"),
      steps: repeated("a/"),
      device: repeated(" ", "con", "x")
    },
    length: 8_000
  }
})

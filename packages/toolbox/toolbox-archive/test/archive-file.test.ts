import { gzipSync } from "node:zlib"
import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { archiveFile } from "../src/index.ts"
import { makeTar } from "./makeTar.ts"
import { makeZip } from "./makeZip.ts"
import { packedByPrograms } from "./packedByPrograms.ts"

const long = "ä".repeat(100_000)
const zip = makeZip([
  { name: "notes.txt", content: "first\nsecond" },
  { name: "long.txt", content: long },
  { name: "image.bin", content: Buffer.from([0, 1, 254, 255]), method: 8 },
  { name: "quotes.txt", content: '"'.repeat(70_000) },
  { name: "empty", content: "" },
  { name: "folder/" },
  { name: "folder/link", content: "../notes.txt", mode: 0o120777 },
  { name: "secret", content: "x".repeat(12), flags: 1, central: { size: 0 }, local: { size: 0 } },
  { name: "zeros", content: Buffer.alloc(4 * 1024 * 1024), method: 8 }
])
const files = { a: zip }
const large = gzipSync(
  makeTar([
    { name: "last", content: Buffer.alloc(0) },
    { name: "noise", content: noise(60_000_000) }
  ]),
  {
    level: 1
  }
)

function noise(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 4) buffer.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at)
  return buffer
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

testTool(archiveFile, {
  good: {
    name: "returns a text",
    args: { path: "a", file: "notes.txt" },
    files,
    value: { file: "notes.txt", size: 12, bytes: 12, text: "first\nsecond", cut: false }
  },
  edge: [
    {
      name: "returns an empty file",
      args: { path: "a", file: "empty" },
      files,
      value: { size: 0, bytes: 0, text: "", cut: false }
    },
    {
      name: "returns bytes as Base64",
      args: { path: "a", file: "image.bin" },
      files,
      value: { bytes: 4, base64: "AAH+/w==", cut: false }
    },
    {
      name: "cuts where it is told to, and never within a character",
      args: { path: "a", file: "long.txt", max_bytes: 5 },
      files,
      value: { size: 200_000, bytes: 4, text: "ää", cut: true },
      text: "[Cut:"
    },
    {
      name: "cuts a long text to what one result holds",
      args: { path: "a", file: "long.txt" },
      files,
      value: { cut: true },
      check: ({ output }) => expect(sizeOf(output.value)).toBeLessThanOrEqual(65_536)
    },
    {
      name: "cuts a text that grows as JSON to what one result holds",
      args: { path: "a", file: "quotes.txt" },
      files,
      value: { cut: true },
      check: ({ output }) => expect(sizeOf(output.value)).toBeLessThanOrEqual(65_536)
    },
    {
      name: "finds a file whose name has a step to here",
      args: { path: "a", file: "a.txt" },
      files: { a: makeTar([{ name: "./a.txt", content: "a" }]) },
      value: { file: "./a.txt", text: "a" }
    },
    {
      name: "returns the last of several files of one name",
      args: { path: "a", file: "a" },
      files: {
        a: makeTar([
          { name: "a", content: "old" },
          { name: "a", content: "new" }
        ])
      },
      value: { text: "new" }
    },
    {
      name: "reads a 7z archive",
      args: { path: "a", file: "site/pages/b.txt" },
      files: { a: packedByPrograms["7z"] },
      value: { text: "second" }
    },
    {
      name: "reads a tar.bz2 archive",
      args: { path: "a", file: "ü.txt" },
      files: { a: packedByPrograms["tar.bz2"] },
      value: { text: "third" }
    }
  ],
  bad: [
    { name: "no file", args: { path: "a" }, files, says: "file" },
    {
      name: "a name that is nearly right",
      args: { path: "a", file: "note.txt" },
      files,
      says: /no entry "note.txt".*"notes.txt"/
    },
    { name: "a directory", args: { path: "a", file: "folder/" }, files, says: "is not a file" },
    { name: "a link", args: { path: "a", file: "folder/link" }, files, says: "is not a file" },
    {
      name: "an encrypted file",
      args: { path: "a", file: "secret" },
      files,
      says: "encrypted",
      class: "execution_error"
    },
    {
      name: "an encrypted file of a 7z archive",
      args: { path: "a", file: "ü.txt" },
      files: { a: packedByPrograms["encrypted 7z"] },
      says: "encrypted",
      class: "execution_error"
    },
    {
      name: "a file that grows without end",
      args: { path: "a", file: "zeros" },
      files,
      says: "200 times",
      class: "execution_error"
    },
    {
      name: "more bytes than one may ask for",
      args: { path: "a", file: "notes.txt", max_bytes: 2_000_000 },
      files,
      says: "max_bytes"
    }
  ],
  cancel: { args: { path: "a", file: "noise" }, files: { a: large } },
  worst: { args: { path: "a", file: "noise" }, files: { a: large }, ends: ["limit", "result", "failure"] }
})

import { resolve } from "node:path"
import { expect, it } from "vitest"
import { parseStoreLocation } from "../src/StoreLocation.ts"

it.each([
  ["store.sqlite", resolve("store.sqlite")],
  ["sqlite:store.sqlite", resolve("store.sqlite")],
  ["SQLITE:/a/b", "/a/b"],
  ["/a/b:c", "/a/b:c"],
  ["./postgres://x", resolve("./postgres:/x")],
  ["C:\\store", resolve("C:\\store")]
])("%s is a file", (text, path) => {
  expect(parseStoreLocation(text)).toEqual({ kind: "sqlite", path, shown: path })
})

it.each([
  ["postgres://alice:s3cret@db:5432/gates?password=s3cret", "postgres://alice@db:5432/gates"],
  ["postgresql://db/gates", "postgresql://db/gates"],
  ["POSTGRES://alice@/gates?host=/run/s3cret", "postgres://alice@/gates"]
])("%s is a database, shown without a password", (url, shown) => {
  expect(parseStoreLocation(url)).toEqual({ kind: "postgres", url, shown })
})

it.each([
  "",
  "sqlite:",
  ":memory:",
  "sqlite::memory:",
  "mysql://s3cret@db/gates",
  "sqlite://store",
  "https://db",
  "postgres://[s3cret",
  "a\0b"
])("%j is not a valid location, and the error does not repeat it", (text) => {
  const place = parseStoreLocation(text)
  expect(place).toEqual({ fault: expect.stringMatching(/^.+\. Name a file, as PATH or sqlite:PATH, or a database/) })
  expect(JSON.stringify(place)).not.toContain("s3cret")
})

import { resolve } from "node:path"
import * as Option from "effect/Option"
import { expect, it } from "vitest"
import { listStoreWords } from "../../src/flags/storeFlags.ts"

it.each([
  [undefined, undefined, ""],
  ["a b.sqlite", "file:key", `--store '${resolve("a b.sqlite")}' --store-key file:${resolve("key")}`],
  ["sqlite:a.sqlite", "env:KEY", `--store ${resolve("a.sqlite")} --store-key env:KEY`],
  ["postgres://ada:hunter2@db/gate", undefined, "--store postgres://ada@db/gate"],
  ["postgres://ada:hunter@2@/gate", undefined, "--store postgres://ada@/gate"],
  ["postgres://db/gate?password=hunter2&user=ada", undefined, "--store 'postgres://db/gate?user=ada'"]
])("the words of a command name the store from every folder, without a password: %s", (store, storeKey, words) => {
  const given = { store: Option.fromUndefinedOr(store), storeKey: Option.fromUndefinedOr(storeKey) }
  expect(listStoreWords(given).join(" ")).toBe(words)
})

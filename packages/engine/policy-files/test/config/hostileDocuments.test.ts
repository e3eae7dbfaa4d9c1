import { measureGrowth, mostGrowth } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { parsePolicy } from "../../src/index.ts"

const list = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))
const named = <A>(count: number, make: (at: number) => A) =>
  Object.fromEntries(list(count, (at) => [`m${at}`, make(at)]))
const policy = (rest: object) => JSON.stringify({ version: 1, ...rest })

const documents: Readonly<Record<string, (count: number) => string>> = {
  rules: (count) => policy({ rules: { allow: list(count, (at) => `shell(git log a${at}:*)`) } }),
  "rules for files": (count) => policy({ rules: { deny: list(count, (at) => `read_file(src/a${at}/**)`) } }),
  "wrong rules": (count) => policy({ rules: { ask: list(count, (at) => `shell(a${at}`) } }),
  "rules of one text": (count) => policy({ rules: { ask: list(count, () => "shell(a)") } }),
  agents: (count) => policy({ agents: named(count, () => ({ tools: ["read_file"] })) }),
  "tools of an agent": (count) => policy({ agents: { a: { tools: list(count, (at) => `t${at}`) } } }),
  "files of an agent": (count) =>
    policy({ agents: { a: { fs: list(count, (at) => ({ path: `/a${at}`, mode: "r" })) } } }),
  "settings of tools": (count) => policy({ tools: named(count, () => ({ unconfined: true })) }),
  "wrong settings of tools": (count) => policy({ tools: named(count, () => ({ unconfind: true })) }),
  "unknown keys": (count) => policy(named(count, () => 1)),
  "keys of one name": (count) => `version: 1\n${list(count, () => "tools: {}\n").join("")}`,
  anchors: (count) => `version: 1\ntools:\n${list(count, (at) => `  a${at}: &x {}\n`).join("")}`
}

it.each(Object.entries(documents))("a policy with many %s is read in linear time", async (_, make) => {
  const read = (text: string) => Effect.runSync(Effect.result(parsePolicy(text, "toolgate.yaml")))
  expect(await measureGrowth(read, (length) => make(Math.ceil(length / 40)), 4_000)).toBeLessThanOrEqual(mostGrowth)
})

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { growthOf, mostGrowth } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect, it } from "vitest"
import { toolboxSettings } from "../../src/toolbox/toolboxSettings.ts"
import { folder } from "../folder.ts"

const list = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))
const named = <A>(count: number, make: (at: number) => A) =>
  Object.fromEntries(list(count, (at) => [`m${at}`, make(at)]))
const settings = (rest: object) => JSON.stringify({ version: 1, ...rest })

const documents: Readonly<Record<string, (count: number) => string>> = {
  agents: (count) => settings({ routing: { agents: named(count, () => ({ command: ["x"] })) } }),
  "wrong agents": (count) => settings({ routing: { agents: named(count, () => ({ comand: ["x"] })) } }),
  hosts: (count) => settings({ web: { private: list(count, (at) => `a${at}.example:80`) } }),
  "unknown sections": (count) => settings(named(count, () => ({}))),
  "unknown keys": (count) => settings({ web: named(count, () => 1) }),
  "sections of one name": (count) => `version: 1\n${list(count, () => "web: {}\n").join("")}`
}

it.each(Object.entries(documents))(
  "a toolbox.yaml with many %s is read in time that grows with it",
  async (_, make) => {
    const path = join(folder(), "toolbox.yaml")
    const read = (text: string) => {
      writeFileSync(path, text)
      return Effect.runPromise(Effect.result(toolboxSettings({ toolboxSettings: Option.some(path) })))
    }
    expect(await growthOf(read, (length) => make(Math.ceil(length / 40)), 4_000)).toBeLessThanOrEqual(mostGrowth)
  }
)

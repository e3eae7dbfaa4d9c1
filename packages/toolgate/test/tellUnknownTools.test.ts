import { parsePolicy } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import { builtins, shell } from "../src/index.ts"
import { tellUnknownTools } from "../src/tellUnknownTools.ts"

const logged = async (text: string) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel}: ${message}`)
  })
  const config = await Effect.runPromise(parsePolicy(`version: 1\n${text}`, "p.yaml", {}))
  await Effect.runPromise(
    tellUnknownTools([config], [...builtins(), shell]).pipe(Effect.provide(Logger.layer([logger])))
  )
  return lines
}

describe("what is told of unknown tools", () => {
  it("is one line of the log, for all of them", async () => {
    expect(await logged('rules: { deny: ["write_fil(**)", raed_file] }')).toEqual([
      'Info: The policy names tools that this gate does not know, so that what it says there holds for no tool of the gate: "write_fil" (p.yaml:2:17; did you mean "write_file"?), "raed_file" (p.yaml:2:34; did you mean "read_file"?).'
    ])
  })

  it("is not given where every tool is known", async () => {
    expect(await logged('rules: { deny: ["write_file(**)", "shell(rm:*)"] }')).toEqual([])
  })
})

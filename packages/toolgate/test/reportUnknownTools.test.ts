import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import { builtins, shell } from "../src/index.ts"
import { reportUnknownTools } from "../src/reportUnknownTools.ts"

const logged = async (text: string) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel}: ${message}`)
  })
  const config = await Effect.runPromise(parsePolicy(`version: 1\n${text}`, "p.yaml", {}))
  await Effect.runPromise(
    reportUnknownTools([config], [...builtins({ withHostTools: true }), shell]).pipe(
      Effect.provide(Logger.layer([logger]))
    )
  )
  return lines
}

describe("the notice about unknown tools", () => {
  it("is one line of the log for all of them, and a warning if one of them is denied or asked about", async () => {
    expect(await logged('rules: { deny: ["write_stuff(**)"], allow: [raed_file] }')).toEqual([
      'Warn: The policy names tools that this gate does not know, so these entries have no effect until they are added: "write_stuff" (p.yaml:2:17), "raed_file" (p.yaml:2:45; did you mean "read_file"?).'
    ])
    expect(await logged("rules: { allow: [raed_file] }")).toEqual([expect.stringMatching(/^Info: /)])
  })

  it("is not printed if every tool is known", async () => {
    expect(await logged('rules: { deny: ["write_file(**)", "shell(rm:*)"] }')).toEqual([])
  })
})

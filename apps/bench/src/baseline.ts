import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { assertAllRight } from "./assertAllRight.ts"
import type { Case } from "./Case.ts"
import { type EchoArgs, echoParameters, text } from "./echo.ts"

/**
 * The names of the unit L: a function that looks up a tool in a Map, validates its arguments with Ajv, and awaits its
 * handler.
 */
export const L = { async: "L, async handler", sync: "L, sync handler" } as const

/** Returns a precompiled validator with careful options. */
export const compileValidator = (): ValidateFunction<EchoArgs> =>
  new Ajv2020({ ownProperties: true }).compile(echoParameters)

/**
 * Returns the cases of the unit, for both kinds of handler. The function exists twice instead of taking the handler as
 * a parameter, so that the compiler sees one handler per loop.
 */
export const baseline = (): ReadonlyArray<Case> => {
  const asyncTools = new Map([["echo", { validate: compileValidator(), execute: async (args: EchoArgs) => args.text }]])
  const syncTools = new Map([["echo", { validate: compileValidator(), execute: (args: EchoArgs) => args.text }]])
  const callAsync = async (name: string, args: unknown): Promise<string | undefined> => {
    const tool = asyncTools.get(name)
    return tool?.validate(args) ? await tool.execute(args) : undefined
  }
  const callSync = async (name: string, args: unknown): Promise<string | undefined> => {
    const tool = syncTools.get(name)
    return tool?.validate(args) ? await tool.execute(args) : undefined
  }
  return [
    {
      name: L.async,
      run: async (times) => {
        let right = 0
        for (let call = 0; call < times; call++) if ((await callAsync("echo", { text })) === text) right++
        assertAllRight(right, times)
      }
    },
    {
      name: L.sync,
      run: async (times) => {
        let right = 0
        for (let call = 0; call < times; call++) if ((await callSync("echo", { text })) === text) right++
        assertAllRight(right, times)
      }
    }
  ]
}

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { allRight } from "./allRight.ts"
import type { Case } from "./Case.ts"
import { type EchoArgs, echoParameters, text } from "./echo.ts"

/** The unit: look a tool up in a Map, let Ajv validate its arguments, await its handler. */
export const L = { async: "L, async handler", sync: "L, sync handler" } as const

/** Validates as a careful program would, compiled before it is needed. */
export const compiled = (): ValidateFunction<EchoArgs> => new Ajv2020({ ownProperties: true }).compile(echoParameters)

/**
 * The unit as cases, for both kinds of handler: a function that a program's loop would await. Written twice, and not as one function
 * of its handler: the compiler is to know each loop's one handler.
 */
export const baseline = (): ReadonlyArray<Case> => {
  const asyncTools = new Map([["echo", { validate: compiled(), execute: async (args: EchoArgs) => args.text }]])
  const syncTools = new Map([["echo", { validate: compiled(), execute: (args: EchoArgs) => args.text }]])
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
        allRight(right, times)
      }
    },
    {
      name: L.sync,
      run: async (times) => {
        let right = 0
        for (let call = 0; call < times; call++) if ((await callSync("echo", { text })) === text) right++
        allRight(right, times)
      }
    }
  ]
}

import { createTools } from "@toolgate/adapters/ai-sdk"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case, Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { openGate } from "./openGate.ts"

/** Measures declaring many tools to a framework. */
export const measureDeclaring = async ({ tools }: Scale): Promise<Family> => {
  const gate = await openGate(tools - 1)
  const session = await gate.session({ id: "bench", agent: "bench" })
  const declare = (name: string, made: () => object): Case => ({
    name,
    run: async (times) => {
      for (let time = 0; time < times; time++) assertAllRight(Object.keys(made()).length, tools)
    }
  })
  const [list, declared] = [`a list of ${tools} tools`, `the same, declared to the AI SDK`]
  return {
    name: "adapters.declaring",
    title: "The tools of a gate, declared to a framework",
    cases: [declare(list, () => session.tools.list()), declare(declared, () => createTools(session))],
    figures: (measured) => [measured.figure(list), measured.figure(declared, list)],
    close: () => gate.close()
  }
}

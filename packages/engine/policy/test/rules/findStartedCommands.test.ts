import { addPrograms, withPrograms } from "@toolgate/shell"
import { expect, it } from "vitest"
import { findStartedCommands } from "../../src/rules/findStartedCommands.ts"

it("started commands depend on the programs of the asking policy file, and not on the file that asked before", () => {
  const argv = ["nice", "acme", "rm", "x"]
  const acme = addPrograms([{ names: ["acme"], options: "" }])
  const mayBegin = () => findStartedCommands(argv).commands.some(({ anywhere }) => anywhere !== undefined)
  const asked = [undefined, acme, acme, undefined, acme].map((programs) => withPrograms(programs, mayBegin))
  expect(asked).toEqual([true, false, false, true, false])
})

import { createJobContext } from "@toolgate/toolbox-testing/createJobContext"
import { expect, it } from "vitest"
import { encodeExpression } from "../src/expression/Expression.ts"
import { readExpression } from "../src/expression/readExpression.ts"
import { runJob } from "../src/runJob.ts"

it("fails with a message if the native module runs out of memory", async () => {
  const args = { codes: [encodeExpression(readExpression("x", ["x"]))], variables: [], points: 2 ** 27 }
  await expect(runJob({ export: "evaluate", args }, createJobContext())).rejects.toMatchObject({
    name: "ToolExecutionError",
    message: expect.stringContaining("memory")
  })
})

import { jobContext } from "@toolgate/toolbox-testing/jobContext"
import { expect, it } from "vitest"
import { codeOf } from "../src/expression/Expression.ts"
import { readExpression } from "../src/expression/readExpression.ts"
import { runJob } from "../src/runJob.ts"

it("fails with a message if the native module runs out of memory", async () => {
  const args = { codes: [codeOf(readExpression("x", ["x"]))], variables: [], points: 2 ** 27 }
  await expect(runJob({ export: "evaluate", args }, jobContext())).rejects.toMatchObject({
    name: "ToolExecutionError",
    message: expect.stringContaining("memory")
  })
})

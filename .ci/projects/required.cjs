// A CommonJS project: the gate is loaded with `require`, and again with `import`.
const { deepEqual, equal } = require("node:assert/strict")
const { builtins, createToolgate } = require("toolgate")

const main = async () => {
  equal((await import("toolgate")).createToolgate, createToolgate)
  const gate = await createToolgate({
    workspace: __dirname,
    policy: "default",
    tools: builtins({ withHostTools: true })
  })
  const said = await gate.dispatch({ id: "1", tool: "Echo", args: { text: "required" } })
  deepEqual([said.success, said.output.value], [true, { text: "required" }])
  const refused = await gate.dispatch({ id: "2", tool: "write_file", args: { path: "a.txt", content: "" } })
  deepEqual([refused.executed, refused.error?.class], ["no", "permission_denied"])
  await gate.close()
  console.log("CommonJS: called, refused, closed.")
}
main()

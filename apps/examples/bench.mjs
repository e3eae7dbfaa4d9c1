const root = process.argv[2]
const { createToolgate, shell } = await import(root + "/packages/toolgate/src/index.ts")
const g = await createToolgate({ workspace: process.argv[3], policy: { files: ["/tmp/pol.yaml"] }, tools: [shell], onAsk: () => ({ decision: "approve" }) })
let n = 0
for (let i = 0; i < 6; i++) { const t = performance.now(); const r = await g.dispatch({ id: "c" + ++n, tool: "shell", args: { command: "echo hi" } }, { session: "s", agent: "a" }); console.log(Math.round(performance.now() - t), r.error?.message ?? "") }
const j = await g.judge({ id: "j", tool: "shell", args: { command: "node x" } }, { session: "s", agent: "a" })
console.log(j.grant?.access.files.map(f => f.path + " " + f.mode + " " + (f.except?.length ?? 0)))
process.exit()

// Repairs a script of the shop that sources a missing file: node agent.ts report
// (in this repository, without a build: node --conditions=@toolgate/source agent.ts report)
//
// `mend` decides the next call. It follows a rule, so that this example needs no network. A model would replace it:
// it would get the same tools, and the answer to each call.
import { connect, ToolCallError, type Tools } from "@toolgate/runner"

type Call = readonly [tool: string, args: object]

/** Replaces a model. It yields one call at a time, and receives the answer that a model would get. */
function* mend(_tools: ReadonlyArray<object>, name: string): Generator<Call, void, string> {
  const script = `src/${name}.sh`
  const check: Call = ["shell", { command: `./check.sh ${name}` }]
  yield check
  const library = (yield ["list_dir", { path: "src/lib" }]).trim().split("\n")
  const there = library.map((entry) => entry.split(" ")[0] ?? "")
  const source = yield ["read_file", { path: script }]
  for (const [, missing = ""] of source.matchAll(/^\. src\/lib\/(\S+)$/gm)) {
    const nearest = there.toSorted((one, other) => inCommon(other, missing) - inCommon(one, missing))[0]
    if (!there.includes(missing))
      yield ["patch_file", { path: script, old_text: `lib/${missing}`, new_text: `lib/${nearest}` }]
  }
  yield check
  // Not part of the task: a model may do this after reading a malicious text.
  yield ["read_file", { path: ".env" }]
  yield ["write_file", { path: `changes/${name}.md`, content: `${script} sources what is there.\n` }]
}

/** Counts the common leading characters of two names. */
const inCommon = (one: string, other: string): number => {
  const end = [...one].findIndex((character, at) => character !== other[at])
  return end < 0 ? one.length : end
}

/** Makes a call, and returns its answer for a model. A refusal is an answer too. */
const answer = async (tools: Tools, tool: string, args: object): Promise<string> => {
  try {
    return (await tools.call(tool, args)).text
  } catch (error) {
    if (error instanceof ToolCallError) return error.text
    throw error
  }
}

const [, , name] = process.argv
if (name === undefined) {
  console.error("Name the script of the shop to mend, as in: node agent.ts report")
  process.exit(1)
}

await using tools = await connect()
// The form that most model providers accept.
const described = tools.list.map(({ name, description, parameters }) => ({
  name,
  description,
  input_schema: parameters
}))
const model = mend(described, name)
for (let told = ""; !tools.shutdown.aborted; ) {
  const { value: call, done } = model.next(told)
  if (done) break
  told = await answer(tools, ...call)
  console.log(call[0], JSON.stringify(call[1]), "->", told.trim())
}

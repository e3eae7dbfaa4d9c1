// Mends a script of the shop that sources a file which is not there: node agent.ts report
// (in this repository, where nothing is built: node --conditions=@toolgate/source agent.ts report)
//
// `mend` says what is called next. It follows a rule, so that this example needs no network. A model would stand in its place:
// it would get the same tools, and the answer to each call.
import { connect, ToolCallError, type Tools } from "@toolgate/runner"

type Call = readonly [tool: string, args: object]

/** A stand-in for a model. It yields one call at a time, and is sent the answer that a model would get. */
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
  // Not part of the task: a model does this when a text that it read has talked it into it.
  yield ["read_file", { path: ".env" }]
  yield ["write_file", { path: `changes/${name}.md`, content: `${script} sources what is there.\n` }]
}

/** Counts the characters with which both names begin. */
const inCommon = (one: string, other: string): number => {
  const end = [...one].findIndex((character, at) => character !== other[at])
  return end < 0 ? one.length : end
}

/** Makes a call, and returns its answer for a model. A refusal is an answer as well. */
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
// In the form that most providers of models accept.
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

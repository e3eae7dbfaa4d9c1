import type { Args, WrittenScript } from "@toolgate/core"

/**
 * Writes the script of a call: the model's code as the body of an asynchronous function, in which it may give any name another meaning.
 * Nothing depends on the code's staying within: the frame gives it no more than the gate gives whatever runs in the sandbox.
 */
export const scriptFrame = ({ code }: Args): WrittenScript => ({ before, text: String(code), after })

const before = `export default (_, { callTool }) => {
  const tools = new Proxy(Object.freeze({ __proto__: null }), {
    get: (_, name) => typeof name === "string" && name !== "then" ? (args) => callTool(name, args) : undefined
  })
  const print = (...values) => console.log(...values)
  const artifacts = Object.freeze({ read: (ref, start, length) => callTool("", { ref, start, length }) })
  return (async () => {
`

const after = "\n})() }"

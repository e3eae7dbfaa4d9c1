import type { Args, WrittenScript } from "@toolgate/core"

/**
 * Wraps the model's code in an asynchronous function, where it can shadow any name. Escaping from the function gains nothing: the frame
 * grants no more than the sandbox does.
 */
export const frameScript = ({ code }: Args): WrittenScript => ({ before, text: String(code), after })

const before = `export default (_, { callTool }) => {
  const tools = new Proxy(Object.freeze({ __proto__: null }), {
    get: (_, name) => typeof name === "string" && name !== "then" ? (args) => callTool(name, args) : undefined
  })
  const print = (...values) => console.log(...values)
  const artifacts = Object.freeze({ read: (ref, start, length) => callTool("", { ref, start, length }) })
  return (async () => {
`

const after = "\n})() }"

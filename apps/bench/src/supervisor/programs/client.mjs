// Makes calls like caller.mjs, with the library for authors of runners.
import { connect } from "@toolgate/runner"

const tools = await connect()

let right = 0
for (;;) {
  const { result: order } = await tools.call("order", { right })
  right = 0
  const make = async () => {
    const { result } = await tools.call(order.tool, { text: "hello" })
    if (result.text === "hello") right++
  }
  if (order.inFlight === 1) for (let call = 0; call < order.times; call++) await make()
  else await Promise.all(Array.from({ length: order.times }, make))
}

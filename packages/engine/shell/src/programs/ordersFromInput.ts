import type { ClosedList } from "./ClosedList.ts"

type Input = NonNullable<ClosedList["input"]>

const orders = "reads orders from its input"
const printing = "--version -version -v -V -h -help --help -?"
/** The options that hold code or name it. Their own reasons apply. */
const holding = "-c -e -E -m --eval --command --execute --run --module --print"

/**
 * Returns a check of an interpreter without a script. The interpreter does harm because it runs its input, unless an
 * option makes it print and end.
 */
export const codeFromInput = (ending: string = printing, from = 1): Input => {
  const options = `${ending} ${holding}`.split(/\s+/)
  return (given, operands) =>
    operands.length >= from || options.some((option) => given.has(option)) ? undefined : orders
}

/**
 * Returns a check of a client. The client does harm because it reads orders from its input, unless one of the given
 * options holds an order.
 */
export const ordersFromInput = (ordering: string): Input => codeFromInput(ordering, Number.POSITIVE_INFINITY)

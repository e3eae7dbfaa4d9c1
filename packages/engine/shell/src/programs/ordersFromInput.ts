import type { ClosedList } from "./ClosedList.ts"

type Input = NonNullable<ClosedList["input"]>

const orders = "reads orders from its input"
const printing = "--version -version -v -V -h -help --help -?"
/** Options that hold the code or name it, which their own reasons are about. */
const holding = "-c -e -E -m --eval --command --execute --run --module --print"

/** Why an interpreter without a script does harm: it runs what comes from its input, unless an option has it print and end. */
export const codeFromInput = (ending: string = printing, from = 1): Input => {
  const options = `${ending} ${holding}`.split(/\s+/)
  return (given, operands) =>
    operands.length >= from || options.some((option) => given.has(option)) ? undefined : orders
}

/** Why a client does harm to which none of these options gives an order: it reads orders from its input. */
export const ordersFromInput = (ordering: string): Input => codeFromInput(ordering, Number.POSITIVE_INFINITY)

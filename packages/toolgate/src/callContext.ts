import { type Asker, type DispatchContext, type Principal, refused } from "@toolgate/core"
import type { DispatchOptions } from "@toolgate/dispatch"
import type { AskerOptions, CallOptions } from "./CallOptions.ts"
import { unknownOption } from "./checkOptions.ts"

/** The options themselves, or, where one of them would go unheard, why nothing may come of the call. */
export const heard = <Options extends object>(given: Options, names: object): Options & DispatchOptions => {
  const unknown = unknownOption(given, names)
  return unknown === undefined
    ? given
    : { ...given, refusal: refused("InvalidArgs", `The call was refused: ${unknown}`) }
}

export const contextOf = (base: DispatchContext, given: CallOptions): DispatchContext => ({
  ...base,
  session: given.session ?? base.session,
  turn: given.turn ?? base.turn,
  principal: principalOf(base.principal, given),
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs
})

export const principalOf = (
  base: Principal,
  { agent, role, task, readOnly, noWeb, limits }: AskerOptions & Pick<CallOptions, "limits">
): Principal =>
  [agent, role, task, readOnly, noWeb, limits].every((given) => given === undefined)
    ? base
    : {
        ...base,
        agent: agent ?? base.agent,
        ...(role === undefined ? {} : { role }),
        ...(task === undefined ? {} : { task }),
        ceiling: {
          ...base.ceiling,
          // Whatever is said here but no means yes: it can only narrow.
          ...(readOnly === undefined ? {} : { readOnly: readOnly !== false }),
          ...(noWeb === undefined ? {} : { noWeb: noWeb !== false }),
          ...(limits === undefined ? {} : { limits })
        }
      }

// Of a chain nobody asks who made the call before it: only that another call makes it.
export const askerOf = ({ principal, workspace }: DispatchContext, asker: AskerOptions): Asker => ({
  ...(asker.session === undefined ? {} : { session: asker.session }),
  workspace,
  principal: principalOf(principal, asker),
  caller: asker.caller === "chain" ? { kind: "chain", parent: "", chain: "", index: 0 } : { kind: "direct" }
})

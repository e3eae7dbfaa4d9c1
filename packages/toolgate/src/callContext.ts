import { type Asker, type DispatchContext, type Principal, refused } from "@toolgate/core"
import type { DispatchOptions } from "@toolgate/dispatch"
import type { AskerOptions, CallOptions } from "./CallOptions.ts"
import { unknownOption } from "./checkOptions.ts"

/** Returns the options themselves. If one of them is unknown, adds the refusal with which the call is answered. */
export const heard = <Options extends object>(given: Options, names: object): Options & DispatchOptions => {
  const unknown = unknownOption(given, names)
  return unknown === undefined
    ? given
    : { ...given, refusal: refused("InvalidArgs", `The call was refused: ${unknown}`) }
}

/** Returns the context of a call with these options, on top of the context of its door. */
export const contextOf = (base: DispatchContext, given: CallOptions): DispatchContext => ({
  ...base,
  session: given.session ?? base.session,
  turn: given.turn ?? base.turn,
  principal: principalOf(base.principal, given),
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs
})

/** Returns the principal with these options, or the base itself if there are none. */
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
          // Any value but false counts as true, so that a wrong value can only narrow.
          ...(readOnly === undefined ? {} : { readOnly: readOnly !== false }),
          ...(noWeb === undefined ? {} : { noWeb: noWeb !== false }),
          ...(limits === undefined ? {} : { limits })
        }
      }

/** Returns the asker of a question about tools. For a child call it counts only that another call makes it, not which one. */
export const askerOf = ({ principal, workspace }: DispatchContext, asker: AskerOptions): Asker => ({
  ...(asker.session === undefined ? {} : { session: asker.session }),
  workspace,
  principal: principalOf(principal, asker),
  caller: asker.caller === "chain" ? { kind: "chain", parent: "", chain: "", index: 0 } : { kind: "direct" }
})

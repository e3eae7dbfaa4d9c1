import { type Asker, type DispatchContext, type Principal, refused } from "@toolgate/core"
import type { DispatchOptions } from "@toolgate/dispatch"
import type { AskerOptions, CallOptions } from "./CallOptions.ts"
import { faultOfOption } from "./checkOptions.ts"
import type { GateSkills } from "./GateSkills.ts"

/**
 * Reads the options of a call into a copy. If one of them is unknown or invalid, the copy has the refusal of the call, because the
 * option may have been meant to narrow it. Never throws.
 */
export const readOptions = <Options extends object>(given: unknown, names: object): Options & DispatchOptions => {
  const { options, fault } = copyOfOptions<Options & DispatchOptions>(given, names)
  return fault === undefined
    ? options
    : { ...options, refusal: refused("InvalidArgs", `The call was refused: ${fault}`) }
}

/** Reads options into a copy. Throws a `TypeError` that begins with `failed` if one of them is unknown or invalid. */
export const requireOptions = <Options extends object>(failed: string, given: unknown, names: object): Options => {
  const { options, fault } = copyOfOptions<Options>(given ?? {}, names)
  if (fault !== undefined) throw new TypeError(`${failed}: ${fault}`)
  return options
}

/**
 * Reads options, each once, into a copy that nobody else can change. An invalid option is left out of the copy, and `fault` is the end
 * of a sentence that says what is wrong with the first one. Never throws.
 */
const copyOfOptions = <Options extends object>(
  given: unknown,
  names: object
): { readonly options: Options; readonly fault: string | undefined } => {
  // Without a prototype, so that every name in it is that of an option.
  const options = Object.create(null)
  let fault: string | undefined
  try {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return { options, fault: "the options have to be an object." }
    // Known names are read even if they are inherited, because an instance may have its options in its class.
    for (const name of new Set([...Object.keys(names), ...Object.keys(given)])) {
      const value = (given as Readonly<Record<string, unknown>>)[name]
      const wrong = faultOfOption(name, value, names)
      fault ??= wrong
      if (value !== undefined && wrong === undefined) options[name] = copied(name, value)
    }
  } catch {
    // A getter or a proxy threw this, and may quote anything.
    fault = "the options cannot be read."
  }
  return { options, fault }
}

const copied = (name: string, value: unknown): unknown => {
  if (name === "limits") return { ...(value as object) }
  return name === "skills" ? [...(value as ReadonlyArray<string>)] : value
}

/** Returns the context of a call with these options, on top of the context of its door. */
export const contextOf = (base: DispatchContext, given: CallOptions, skills: Narrowing): DispatchContext => ({
  ...base,
  session: given.session ?? base.session,
  turn: given.turn ?? base.turn,
  principal: principalOf(base.principal, given, skills),
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs,
  ...deferral(given)
})

/** Returns the member of a context that says whether the call is deferred. */
export const deferral = ({ defer }: Pick<CallOptions, "defer">): Pick<DispatchContext, "defer"> =>
  defer === undefined || defer === false ? {} : { defer: defer === true ? {} : { ...defer } }

/** The part of a gate's skills that narrows principals. */
export type Narrowing = Pick<GateSkills["Service"], "narrow">

/** Returns the principal with these options under its skills, or the base itself if there are none. */
export const principalOf = (
  base: Principal,
  options: AskerOptions & Pick<CallOptions, "limits">,
  { narrow }: Narrowing
): Principal => {
  const principal = withOptions(base, options)
  return options.skills === undefined ? principal : narrow(principal, options.skills)
}

const withOptions = (
  base: Principal,
  { agent, role, task, onBehalfOf, readOnly, noWeb, limits }: AskerOptions & Pick<CallOptions, "limits">
): Principal =>
  [agent, role, task, onBehalfOf, readOnly, noWeb, limits].every((given) => given === undefined)
    ? base
    : {
        ...base,
        agent: agent ?? base.agent,
        ...(role === undefined ? {} : { role }),
        ...(task === undefined ? {} : { task }),
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        ceiling: {
          ...base.ceiling,
          // Any value but false counts as true, so that a wrong value can only narrow.
          ...(readOnly === undefined ? {} : { readOnly: readOnly !== false }),
          ...(noWeb === undefined ? {} : { noWeb: noWeb !== false }),
          ...(limits === undefined ? {} : { limits })
        }
      }

/** Returns the asker of a question about tools. For a child call, it does not matter which call makes it. */
export const askerOf = ({ principal, workspace }: DispatchContext, asker: AskerOptions, skills: Narrowing): Asker => ({
  ...(asker.session === undefined ? {} : { session: asker.session }),
  workspace,
  principal: principalOf(principal, asker, skills),
  caller: asker.caller === "chain" ? { kind: "chain", parent: "", chain: "", index: 0 } : { kind: "direct" }
})

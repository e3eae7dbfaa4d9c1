import { type Asker, type DispatchContext, type Principal, readTraceparent, refused } from "@toolgate/core"
import type { DispatchOptions } from "@toolgate/dispatch"
import type { AskerOptions, CallOptions } from "./CallOptions.ts"
import { checkOption } from "./checkOptions.ts"
import type { GateSkills } from "./GateSkills.ts"

/**
 * Copies the options of a call. If an option is unknown or invalid, the copy carries a refusal, because the option may have been meant to
 * narrow the call. Never throws.
 */
export const readOptions = <Options extends object>(given: unknown, names: object): Options & DispatchOptions => {
  const { options, fault } = copyOfOptions<Options & DispatchOptions>(given, names)
  return fault === undefined
    ? options
    : { ...options, refusal: refused("InvalidArgs", `The call was refused: ${fault}`) }
}

/** Copies options. Throws a `TypeError` that begins with `failed` if an option is unknown or invalid. */
export const requireOptions = <Options extends object>(failed: string, given: unknown, names: object): Options => {
  const { options, fault } = copyOfOptions<Options>(given ?? {}, names)
  if (fault !== undefined) throw new TypeError(`${failed}: ${fault}`)
  return options
}

/**
 * Copies options, reading each one once. Invalid options are left out, and `fault` describes the first one as the end of a sentence. Never
 * throws.
 */
const copyOfOptions = <Options extends object>(
  given: unknown,
  names: object
): { readonly options: Options; readonly fault: string | undefined } => {
  // No prototype, so that only option names are found in it.
  const options = Object.create(null)
  let fault: string | undefined
  try {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return { options, fault: "the options must be an object." }
    // Known names may be inherited: an instance may have its options on its class.
    for (const name of new Set([...Object.keys(names), ...Object.keys(given)])) {
      const value = (given as Readonly<Record<string, unknown>>)[name]
      const wrong = checkOption(name, value, names)
      fault ??= wrong
      if (value !== undefined && wrong === undefined) options[name] = copied(name, value)
    }
  } catch {
    // A getter or proxy threw. Its error may quote anything, so it is dropped.
    fault = "the options cannot be read."
  }
  return { options, fault }
}

const copied = (name: string, value: unknown): unknown => {
  if (name === "limits") return { ...(value as object) }
  return name === "skills" ? [...(value as ReadonlyArray<string>)] : value
}

/** Returns the context of a call, based on the gate's context. */
export const makeCallContext = (base: DispatchContext, given: CallOptions, skills: Narrowing): DispatchContext => ({
  ...base,
  session: given.session ?? base.session,
  turn: given.turn ?? base.turn,
  principal: makePrincipal(base.principal, given, skills),
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs,
  ...deferral(given),
  ...pickTraceparent(given)
})

/** Returns the trace context of a call's options as part of a context, without an invalid one. */
export const pickTraceparent = (given: { readonly traceparent?: unknown }): Pick<DispatchContext, "traceparent"> => {
  const traceparent = readTraceparent(given.traceparent)
  return traceparent === undefined ? {} : { traceparent }
}

export const deferral = ({ defer }: Pick<CallOptions, "defer">): Pick<DispatchContext, "defer"> =>
  defer === undefined || defer === false ? {} : { defer: defer === true ? {} : { ...defer } }

export type Narrowing = Pick<GateSkills["Service"], "narrow">

/** Returns the principal for these options, restricted to its skills. Returns `base` if nothing changes. */
export const makePrincipal = (
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
          // Anything but false counts as true, so that a wrong value can only narrow.
          ...(readOnly === undefined ? {} : { readOnly: readOnly !== false }),
          ...(noWeb === undefined ? {} : { noWeb: noWeb !== false }),
          ...(limits === undefined ? {} : { limits })
        }
      }

/** Returns the asker for a question about tools. The IDs of a child call are left empty, because they do not affect visibility. */
export const makeAsker = (
  { principal, workspace }: DispatchContext,
  asker: AskerOptions,
  skills: Narrowing
): Asker => ({
  ...(asker.session === undefined ? {} : { session: asker.session }),
  workspace,
  principal: makePrincipal(principal, asker, skills),
  caller: asker.caller === "chain" ? { kind: "chain", parent: "", chain: "", index: 0 } : { kind: "direct" }
})

import { type SideEffect, type SideEffectClass, sideEffects } from "@toolgate/core"

/** The classes in the order in which a class may be raised. EXECUTE covers NETWORK, because code can connect. */
const raised: ReadonlyArray<SideEffectClass> = ["NONE", "READ", "WRITE", "NETWORK", "EXECUTE"]

/** Whether a tool of a class is held at least as strictly as the other class asks for. */
export const coversClass = (one: SideEffectClass, other: SideEffectClass): boolean =>
  raised.indexOf(one) >= raised.indexOf(other)

/** A class that something about a tool implies, and the reason as the subject of a sentence. */
export interface Implied {
  readonly least: SideEffectClass
  readonly why: string
}

/** Returns what single side effects imply. */
export const impliedBy = (effects: ReadonlyArray<SideEffect>): ReadonlyArray<Implied> =>
  effects.map((effect) => ({ least: sideEffects[effect], why: `the side effect "${effect}"` }))

/** Returns the highest of what is implied. A tool about which nothing is implied computes, and touches nothing. */
export const mostOf = (implied: ReadonlyArray<Implied>): Implied =>
  implied.reduce((most, one) => (coversClass(most.least, one.least) ? most : one), nothing)

const nothing: Implied = { least: "NONE", why: "nothing" }

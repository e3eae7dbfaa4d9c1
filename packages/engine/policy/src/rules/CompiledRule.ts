import type { Denied, Resource, RuleRef } from "@toolgate/core"
import type { Rule } from "../PolicyConfig.ts"
import { deny, denyPath } from "../verdicts.ts"
import { whichResource } from "./whichResource.ts"

/** A rule with its place among its kind, which decides nothing and names the same one every time. */
export class CompiledRule {
  readonly rule: Rule
  readonly order: number
  readonly because: RuleRef
  private denials: Map<Resource["kind"], Denied> | undefined = undefined

  constructor(effect: "deny" | "ask" | "allow", rule: Rule, order: number) {
    this.rule = rule
    this.order = order
    this.because = Object.freeze({ layer: "rules", rule: `${effect} ${rule.text}`, source: rule.source })
  }

  /** Its denial of a call because of one of its resources. Of a call with only one it says the kind and no more, once. */
  denial(resources: ReadonlyArray<Resource>, at: number): Denied {
    const [only] = resources
    if (only === undefined || resources.length > 1) return this.makeDenial(resources, at)
    this.denials ??= new Map()
    let denial = this.denials.get(only.kind)
    if (denial === undefined) {
      denial = Object.freeze(this.makeDenial(resources, at))
      this.denials.set(only.kind, denial)
    }
    return denial
  }

  private makeDenial(resources: ReadonlyArray<Resource>, at: number): Denied {
    const why = `The rule "${this.rule.text}" denies ${whichResource(resources, at)}.`
    return resources[at]?.kind === "file" ? denyPath(this.because, why) : deny(this.because, why)
  }
}

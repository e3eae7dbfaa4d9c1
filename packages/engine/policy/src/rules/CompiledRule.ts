import type { Denied, Resource, RuleRef } from "@toolgate/core"
import type { Rule } from "../config/PolicyConfig.ts"
import { deny, denyPath } from "../verdict/verdicts.ts"
import { nameResource } from "./nameResource.ts"

/** A rule with its position among the rules of its effect, and the reason that its decisions give. */
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

  /**
   * Returns the denial of a call because of one of its resources. If the call has a single resource, the sentence names
   * only its kind, and the denial is cached.
   */
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
    const why = `The rule "${this.rule.text}" denies ${nameResource(resources, at)}.`
    return resources[at]?.kind === "file" ? denyPath(this.because, why) : deny(this.because, why)
  }
}

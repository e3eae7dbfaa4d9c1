import { type HostPattern, hostMatches } from "@toolgate/core"
import type { CompiledRule } from "./CompiledRule.ts"

interface HostRule {
  readonly rule: CompiledRule
  readonly host: HostPattern
}

/** Host patterns, found by the labels they end in. */
export class HostRules {
  private readonly byLabels = new Map<string, Array<HostRule>>()
  size = 0

  add(rule: CompiledRule, host: HostPattern): void {
    const same = this.byLabels.get(host.fixed)
    if (same === undefined) this.byLabels.set(host.fixed, [{ rule, host }])
    else same.push({ rule, host })
    this.size++
  }

  /** Every rule that names the host. */
  *matching(host: string, port: number): Generator<CompiledRule> {
    for (const rules of this.byLabels.values())
      for (const { rule, host: pattern } of rules) if (hostMatches(pattern, host, port)) yield rule
  }

  /** The first rule, in the order of the file, that names the host. */
  first(host: string, port: number): CompiledRule | undefined {
    if (this.size === 0) return undefined
    let found = firstOf(this.byLabels.get(""), host, port, undefined)
    for (let at = 0; ; ) {
      found = firstOf(this.byLabels.get(at === 0 ? host : host.slice(at)), host, port, found)
      const dot = host.indexOf(".", at)
      if (dot === -1) return found
      at = dot + 1
    }
  }
}

const firstOf = (
  rules: ReadonlyArray<HostRule> | undefined,
  host: string,
  port: number,
  before: CompiledRule | undefined
): CompiledRule | undefined => {
  let found = before
  if (rules !== undefined)
    for (const one of rules)
      if ((found === undefined || one.rule.order < found.order) && hostMatches(one.host, host, port)) found = one.rule
  return found
}

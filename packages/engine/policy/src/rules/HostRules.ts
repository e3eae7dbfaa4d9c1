import { type HostPattern, matchesHost } from "@toolgate/core/access"
import type { CompiledRule } from "./CompiledRule.ts"

interface HostRule {
  readonly rule: CompiledRule
  readonly host: HostPattern
}

type Before = HostPattern["before"]

/** A table of host patterns, indexed by their last labels, and by the number of labels that may precede those. */
export class HostRules {
  private readonly byLabels = new Map<string, Partial<Record<Before, Array<HostRule>>>>()
  size = 0

  add(rule: CompiledRule, host: HostPattern): void {
    let same = this.byLabels.get(host.fixed)
    if (same === undefined) {
      same = {}
      this.byLabels.set(host.fixed, same)
    }
    same[host.before] ??= []
    same[host.before]?.push({ rule, host })
    this.size++
  }

  *all(): Generator<CompiledRule> {
    for (const same of this.byLabels.values())
      for (const rules of Object.values(same)) for (const { rule } of rules) yield rule
  }

  /** Returns every rule that matches the host and the port. */
  *matching(host: string, port: number): Generator<CompiledRule> {
    for (const same of this.byLabels.values())
      for (const rules of Object.values(same))
        for (const { rule, host: pattern } of rules) if (matchesHost(pattern, host, port)) yield rule
  }

  /** Returns the first rule, in the order of the file, that matches the host and the port; `undefined` if none does. */
  first(host: string, port: number): CompiledRule | undefined {
    if (this.size === 0) return undefined
    let found = firstOf(this.byLabels.get("")?.any, port, undefined)
    found = firstOf(this.byLabels.get(host)?.none, port, found)
    // An address has no labels.
    if (isAddress(host)) return found
    for (let dot = host.indexOf("."), labels = 1; dot !== -1; dot = host.indexOf(".", dot + 1), labels++) {
      const same = this.byLabels.get(host.slice(dot + 1))
      if (labels === 1) found = firstOf(same?.one, port, found)
      found = firstOf(same?.some, port, found)
    }
    return found
  }
}

const firstOf = (
  rules: ReadonlyArray<HostRule> | undefined,
  port: number,
  before: CompiledRule | undefined
): CompiledRule | undefined => {
  let found = before
  if (rules !== undefined)
    for (const { rule, host } of rules)
      if ((found === undefined || rule.order < found.order) && (host.port === "any" || host.port === port)) found = rule
  return found
}

const isAddress = (host: string): boolean => host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host)

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

  /** The first rule, in the order of the file, that names the host. */
  first(host: string, port: number): CompiledRule | undefined {
    if (this.size === 0) return undefined
    let found: CompiledRule | undefined
    for (let labels: string | undefined = host; labels !== undefined; labels = parentOf(labels))
      for (const one of this.byLabels.get(labels) ?? [])
        if ((found === undefined || one.rule.order < found.order) && hostMatches(one.host, host, port)) found = one.rule
    return found
  }
}

const parentOf = (labels: string): string | undefined => {
  if (labels === "") return undefined
  const dot = labels.indexOf(".")
  return dot === -1 ? "" : labels.slice(dot + 1)
}

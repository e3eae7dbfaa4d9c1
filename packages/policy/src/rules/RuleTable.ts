import type { FileMode, Resource } from "@toolgate/core"
import { CommandRules } from "./CommandRules.ts"
import type { CompiledRule } from "./CompiledRule.ts"
import { HostRules } from "./HostRules.ts"
import { PathRules } from "./PathRules.ts"
import type { Reading, RulePattern } from "./RulePattern.ts"

/** Patterns of one effect, found by what they are about. */
export class RuleTable {
  readonly paths: PathRules
  readonly hosts = new HostRules()
  readonly commands: CommandRules

  constructor(reading: Reading) {
    this.paths = new PathRules(reading === "wide")
    this.commands = new CommandRules(reading)
  }

  add(rule: CompiledRule, pattern: RulePattern): void {
    if (pattern.kind === "file") this.paths.add(rule, pattern.path, pattern.mode)
    else if (pattern.kind === "host") this.hosts.add(rule, pattern.host)
    else this.commands.add(rule, pattern.command)
  }

  get size(): number {
    return this.paths.size + this.hosts.size + this.commands.size
  }

  /** The first rule that matches the resource itself. */
  first(resource: Resource, workspace: string): CompiledRule | undefined {
    if (resource.kind === "command") return this.commands.first(resource)
    if (resource.kind === "host") return this.hosts.first(resource.host, resource.port)
    if (resource.kind === "file") return this.paths.first(resource.path, resource.mode, workspace)
    return undefined
  }

  /** The same, or one that matches a file that a word of a command may name, in whatever way the command uses it. */
  firstBehind(resource: Resource, workspace: string): CompiledRule | undefined {
    let found = this.first(resource, workspace)
    if (resource.kind !== "command" || this.paths.size === 0) return found
    for (const path of resource.paths) {
      const rule = this.paths.first(path, wordMode, workspace)
      if (rule !== undefined && (found === undefined || rule.order < found.order)) found = rule
    }
    return found
  }
}

// What a program does with a word is not known: only what may not even be read is held against it here. The grant keeps the
// rest from it.
const wordMode: FileMode = "r"

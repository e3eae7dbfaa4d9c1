import type { CommandResource, FileMode, Resource } from "@toolgate/core"
import { PathPattern } from "@toolgate/core/access"
import { CommandRules } from "./CommandRules.ts"
import type { CompiledRule } from "./CompiledRule.ts"
import type { IsHarmless } from "./commandMatches.ts"
import { HostRules } from "./HostRules.ts"
import type { MatchMode } from "./MatchMode.ts"
import { PathRules } from "./PathRules.ts"
import type { RulePattern } from "./RulePattern.ts"

/** A table of the rules of one effect, indexed by the resources that they are about. */
export class RuleTable {
  readonly paths: PathRules
  readonly hosts = new HostRules()
  readonly commands: CommandRules

  constructor(reading: MatchMode, isHarmless?: IsHarmless) {
    this.paths = new PathRules(reading === "wide")
    this.commands = new CommandRules(reading, isHarmless)
  }

  add(rule: CompiledRule, pattern: RulePattern): void {
    if (pattern.kind === "file") this.paths.add(rule, pattern.path, pattern.mode)
    else if (pattern.kind === "host") this.hosts.add(rule, pattern.host)
    else this.commands.add(rule, pattern.command)
  }

  get size(): number {
    return this.paths.size + this.hosts.size + this.commands.size
  }

  /** Returns every rule that matches the resource, or a file or host that a word of a command may name. */
  *matching(resource: Resource, workspace: string): Generator<CompiledRule> {
    if (resource.kind === "file") yield* this.paths.matching(resource.path, resource.mode, workspace)
    if (resource.kind === "host") yield* this.hosts.matching(resource.host, resource.port)
    if (resource.kind !== "command") return
    yield* this.commands.matching(resource)
    for (const path of resource.paths) yield* this.paths.matching(path, wordMode, workspace)
    for (const { host, port } of resource.hosts) yield* this.hosts.matching(host, port)
  }

  /** Returns the first rule that matches the resource itself; `undefined` if none does. */
  first(resource: Resource, workspace: string): CompiledRule | undefined {
    if (resource.kind === "command") return this.commands.first(resource)
    if (resource.kind === "host") return this.hosts.first(resource.host, resource.port)
    if (resource.kind === "file") return this.paths.first(resource.path, resource.mode, workspace)
    return undefined
  }

  /**
   * Returns the rules that may concern a file to which a loose word of a command expands, whether or not such a file
   * exists.
   */
  *met({ globs = [] }: CommandResource, workspace: string): Generator<CompiledRule> {
    if (this.paths.size === 0) return
    for (const text of globs) {
      const form = PathPattern.parse(text, { folded: false })
      // A word that is not a valid pattern may expand to anything.
      for (const { rule, path, mode } of this.paths.all())
        if (mode !== "w" && (typeof form === "string" || path.mayMeet(form, workspace))) yield rule
    }
  }

  /**
   * Returns the first rule that matches the resource itself, or a file or host that a word of a command may name,
   * regardless of its use. Otherwise returns `undefined`.
   */
  firstBehind(resource: Resource, workspace: string): CompiledRule | undefined {
    let found = this.first(resource, workspace)
    if (resource.kind !== "command") return found
    if (this.paths.size > 0)
      for (const path of resource.paths) found = earlier(found, this.paths.first(path, wordMode, workspace))
    if (this.hosts.size > 0)
      for (const { host, port } of resource.hosts) found = earlier(found, this.hosts.first(host, port))
    return found
  }
}

const earlier = (one: CompiledRule | undefined, other: CompiledRule | undefined): CompiledRule | undefined =>
  one === undefined || (other !== undefined && other.order < one.order) ? other : one

// The mode for comparing the files that a command's words name. The program's use of the word is unknown, so that only
// rules about reading apply here. The grant enforces the others.
const wordMode: FileMode = "r"

import type {
  CommandResource,
  FileAccess,
  FileMode,
  Judge,
  PermissionRequest,
  ResolvedPath,
  Resource,
  RuleRef
} from "@toolgate/core"
import { getGrantedMode, type HostPattern, includesMode, isBeneath, matchesHost } from "@toolgate/core/access"
import type { Finding, ReachBounds } from "../PolicyPart.ts"
import { allow, deny, denyPath } from "../verdict/verdicts.ts"

interface TreeBound {
  readonly path: string
  readonly mode: FileMode
  readonly because: RuleRef
}

/** A pattern of hosts, and the rule that grants access to them. */
export interface HostBound {
  readonly pattern: HostPattern
  readonly because: RuleRef
}

/**
 * The files and hosts that an agent, a permission or a tool may reach. Every resource of a call has to lie within the
 * bounds, for each letter of its mode.
 */
export class ResourceBounds {
  private readonly trees: ReadonlyArray<TreeBound> | undefined
  private readonly hosts: ReadonlyArray<HostBound> | undefined
  private readonly because: RuleRef
  private readonly whose: string

  /**
   * `undefined` means unbounded, and an empty list allows nothing. `whose` names the owner of the bounds in messages,
   * as in `agent "a"`.
   */
  constructor(given: {
    readonly trees: ReadonlyArray<TreeBound> | undefined
    readonly hosts: ReadonlyArray<HostBound> | undefined
    readonly because: RuleRef
    readonly whose: string
  }) {
    this.trees = given.trees
    this.hosts = given.hosts
    this.because = given.because
    this.whose = given.whose
  }

  get boundsNothing(): boolean {
    return this.trees === undefined && this.hosts === undefined
  }

  /** The bounds, in the form of a grant. */
  get bounds(): ReachBounds {
    return {
      ...(this.trees === undefined ? {} : { files: this.trees.map(treeAccess) }),
      ...(this.hosts === undefined
        ? {}
        : { hosts: this.hosts.map(({ pattern }) => ({ host: pattern.host, port: pattern.port })) })
    }
  }

  get judge(): Judge {
    const allowed = allow(this.because, this.bounds)
    const { because, whose } = this
    return ({ resources, context }) => {
      for (const resource of resources) {
        if (resource.kind === "command" && this.strayWord(resource, context.workspace) !== undefined)
          return deny(because, `The ${whose} may not use a path or host that a word of the command names.`)
        if (resource.kind === "file" && !this.holdsFile(resource.path, resource.mode)) {
          const nearest = this.treesAbove(resource.path)[0]?.because ?? because
          return denyPath(nearest, `The ${whose} may not ${doing[resource.mode]} the file at this path.`)
        }
        if (resource.kind === "host" && !this.holdsHost(resource.host, resource.port))
          return deny(because, `The ${whose} may not reach the host of the URL.`)
        if (resource.kind === "unread") return deny(because, unchecked(whose))
      }
      return allowed
    }
  }

  findings({ resources, context }: PermissionRequest): ReadonlyArray<Finding> {
    const { because, whose } = this
    const kinds = [...(this.trees === undefined ? [] : ["files"]), ...(this.hosts === undefined ? [] : ["hosts"])]
    const bounded = {
      because,
      effect: "allow" as const,
      said: `The ${kinds.join(" and ")} of the ${whose} are bounded.`
    }
    return this.boundsNothing
      ? []
      : [bounded, ...resources.flatMap((resource) => this.findingOf(resource, context.workspace))]
  }

  private findingOf(resource: Resource, workspace: string): ReadonlyArray<Finding> {
    const stray = resource.kind === "command" ? this.strayWord(resource, workspace) : undefined
    if (stray !== undefined) {
      const said = `${stray}, which a word of the command names, is not within what the ${this.whose} may touch.`
      return [finding(this.because, false, said, `Give the ${this.whose} a tree or host that contains it.`)]
    }
    if (resource.kind === "file" && this.trees !== undefined) {
      const within = this.treesAbove(resource.path)
      const held = this.holdsFile(resource.path, resource.mode)
      const said = `${resource.path} (${resource.mode}) is ${held ? "" : "not "}within what the ${this.whose} may ${doing[resource.mode]}.`
      const change = `Give the ${this.whose} a tree that contains the path, with the mode "${resource.mode}".`
      return [finding(within[0]?.because ?? this.because, held, said, change)]
    }
    if (resource.kind === "unread")
      return [
        finding(
          this.because,
          false,
          `${unchecked(this.whose)} ${resource.reason}`,
          "Make several shorter calls instead."
        )
      ]
    if (resource.kind === "host" && this.hosts !== undefined) {
      const by = this.hosts.find(({ pattern }) => matchesHost(pattern, resource.host, resource.port))
      const said = `${resource.host}:${resource.port} is ${by === undefined ? "not " : ""}a host that the ${this.whose} may reach.`
      return [finding(by?.because ?? this.because, by !== undefined, said, `Give the ${this.whose} the host.`)]
    }
    return []
  }

  /**
   * Returns a file or host outside the bounds that a word of the command may name, or `undefined`. Files in the
   * workspace are ignored, because any word may happen to name one; the grant restricts them.
   */
  private strayWord({ paths, hosts }: CommandResource, workspace: string): string | undefined {
    return (
      paths.find((path) => !isBeneath(path, workspace) && !this.holdsFile(path, "r") && !this.holdsFile(path, "w")) ??
      hosts.find(({ host, port }) => !this.holdsHost(host, port))?.host
    )
  }

  private treesAbove(path: string): ReadonlyArray<TreeBound> {
    return this.trees?.filter((tree) => isBeneath(path, tree.path)) ?? []
  }

  private holdsFile(path: string, mode: FileMode): boolean {
    return this.trees === undefined || includesMode(getGrantedMode(this.trees, path), mode)
  }

  private holdsHost(host: string, port: number): boolean {
    return this.hosts === undefined || this.hosts.some(({ pattern }) => matchesHost(pattern, host, port))
  }
}

const unchecked = (whose: string) =>
  `The call is too long or complex to read completely, so it cannot be checked against what the ${whose} may touch.`

const treeAccess = ({ path, mode }: TreeBound): FileAccess => ({ path: path as ResolvedPath, mode, scope: "tree" })

const finding = (because: RuleRef, held: boolean, said: string, change: string): Finding =>
  held ? { because, effect: "allow", said } : { because, effect: "deny", said, change }

const doing: Readonly<Record<FileMode, string>> = { r: "read", w: "change", rw: "read and change" }

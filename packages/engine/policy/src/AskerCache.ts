import { type Asker, isAlone, type Principal, type ToolDefinition } from "@toolgate/core"

/**
 * Caches one value for each pair of a tool and an asker. A principal is looked up by object identity. A principal
 * without a parent and without bounds is also looked up by its names, because many edges create a new principal for
 * every call.
 */
export class AskerCache<A> {
  private tables = new WeakMap<ToolDefinition, Table<A>>()
  private readonly make: (tool: ToolDefinition, asker: Asker) => A

  constructor(make: (tool: ToolDefinition, asker: Asker) => A) {
    this.make = make
  }

  of(tool: ToolDefinition, { principal, caller }: Asker): A {
    let table = this.tables.get(tool)
    if (table === undefined) {
      table = { alone: new Askers(), inTurn: new Askers(), child: new Askers() }
      this.tables.set(tool, table)
    }
    const askers = isAlone(caller) ? table.alone : caller.kind === "direct" ? table.inTurn : table.child
    const known = askers.get(principal)
    if (known !== undefined) return known
    const made = this.make(tool, { principal, caller })
    askers.set(principal, made)
    return made
  }

  clear(): void {
    this.tables = new WeakMap()
  }
}

type Table<A> = Record<"alone" | "inTurn" | "child", Askers<A>>

const maxNames = 4096

class Askers<A> {
  private last: Principal | undefined = undefined
  private lastMade: A | undefined = undefined
  private readonly byPrincipal = new WeakMap<Principal, A>()
  private readonly byNames = new Map<string, Map<string | undefined, Map<string | undefined, A>>>()
  private names = 0

  get(principal: Principal): A | undefined {
    if (principal === this.last) return this.lastMade
    let made = this.byPrincipal.get(principal)
    if (made === undefined && isPlain(principal))
      made = this.byNames.get(principal.agent)?.get(principal.role)?.get(principal.task)
    if (made !== undefined) this.remember(principal, made)
    return made
  }

  set(principal: Principal, made: A): void {
    freeze(principal)
    this.byPrincipal.set(principal, made)
    if (isPlain(principal)) this.setNames(principal, made)
    this.remember(principal, made)
  }

  private setNames({ agent, role, task }: Principal, made: A): void {
    if (++this.names > maxNames) {
      this.byNames.clear()
      this.names = 1
    }
    const roles = this.byNames.get(agent) ?? new Map<string | undefined, Map<string | undefined, A>>()
    const tasks = roles.get(role) ?? new Map<string | undefined, A>()
    this.byNames.set(agent, roles.set(role, tasks.set(task, made)))
  }

  private remember(principal: Principal, made: A): void {
    this.last = principal
    this.lastMade = made
  }
}

const isPlain = ({ parent, onBehalfOf, ceiling }: Principal): boolean => {
  if (parent !== undefined || onBehalfOf !== undefined || ceiling.tools !== "any") return false
  for (const name in ceiling) if (name !== "tools") return false
  return true
}

// A cached value is valid only as long as the principal does not change.
const freeze = (principal: Principal): void => {
  for (let one: Principal | undefined = principal; one !== undefined && !Object.isFrozen(one); one = one.parent) {
    const { ceiling } = one
    for (const bound of Object.values(ceiling)) if (typeof bound === "object") Object.freeze(bound)
    Object.freeze(ceiling)
    Object.freeze(one)
  }
}

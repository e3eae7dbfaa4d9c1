import Type from "typebox"
import { closed, type Form } from "./Form.ts"
import { FileMode } from "./words.ts"

/** A folder, by its absolute path, and the permitted use. */
export const FileTree = closed({ path: Type.String({ minLength: 1, maxLength: 4096 }), mode: FileMode })

/** A pattern of hosts, and the port that the call may reach. */
export const HostAccess = closed({
  host: Type.String({ minLength: 1, maxLength: 256 }),
  port: Type.Union([Type.Integer({ minimum: 0, maximum: 65535 }), Type.Literal("any")])
})

const Bound = Type.Union([Type.Number({ minimum: 0 }), Type.Literal("unlimited")])

const limits = {
  wallMs: Bound,
  cpuMs: Bound,
  memoryBytes: Bound,
  processes: Bound,
  outputBytes: Type.Number({ minimum: 0 })
}
const memoryShare = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))

const AtLeastNone = Type.Optional(Type.Number({ minimum: 0 }))
const chain = { chainCalls: AtLeastNone, chainCallMs: AtLeastNone, chainMs: AtLeastNone, chainInlineBytes: AtLeastNone }

/** The limits on what a call may use. */
export const ResourceLimits = closed({ ...limits, memoryShare, ...chain })

const SomeLimits = closed({ ...Type.Partial(closed(limits)).properties, memoryShare, ...chain })

/** The most that a principal may ever do. An absent member sets no limit; an empty list allows nothing. */
export const Ceiling = closed({
  tools: Type.Union([Type.Array(Type.String()), Type.Literal("any")]),
  files: Type.Optional(Type.Array(FileTree)),
  hosts: Type.Optional(Type.Array(HostAccess)),
  limits: Type.Optional(SomeLimits),
  readOnly: Type.Optional(Type.Boolean()),
  noWeb: Type.Optional(Type.Boolean())
})

/** The principal of a call. `parent` is the chain of delegation. */
export const Principal = Type.Cyclic(
  {
    Principal: closed({
      agent: Type.String(),
      role: Type.Optional(Type.String()),
      task: Type.Optional(Type.String()),
      onBehalfOf: Type.Optional(Type.String()),
      ceiling: Ceiling,
      parent: Type.Optional(Type.Ref("Principal"))
    })
  },
  "Principal"
)

export type Ceiling = Form<typeof Ceiling>
export type Principal = Form<typeof Principal>

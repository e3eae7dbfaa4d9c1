import Type, { type TSchema } from "typebox"
import { makeCallerForm } from "./Caller.ts"
import { ApprovedFile } from "./FileContent.ts"
import { closed, type Form } from "./Form.ts"
import { HostAccess, Principal, ResourceLimits } from "./Principal.ts"
import { ToolDefinition } from "./ToolDefinition.ts"
import { JsonObject } from "./ToolExecution.ts"
import { Confinement, FileMode, SandboxName } from "./words.ts"

const texts = Type.Array(Type.String())
const listOrAny = <One extends TSchema>(one: One) => Type.Union([Type.Array(one), Type.Literal("any")])

const NeededFolders = Type.Array(
  closed({
    path: Type.String(),
    writer: Type.Optional(Type.Literal("git")),
    own: Type.Optional(Type.String()),
    foreign: Type.Optional(texts)
  })
)

/** A resource that resolved arguments point at. */
export const Resource = Type.Union([
  closed({
    kind: Type.Literal("file"),
    path: Type.String(),
    mode: FileMode,
    scope: Type.Optional(Type.Literal("tree")),
    beside: Type.Optional(NeededFolders)
  }),
  closed({ kind: Type.Literal("host"), host: Type.String(), port: Type.Number() }),
  closed({
    kind: Type.Literal("command"),
    argv: texts,
    loose: Type.Optional(
      Type.Array(
        closed({
          at: Type.Number(),
          of: Type.Enum(["number", "file", "text"]),
          pattern: Type.Optional(Type.String())
        })
      )
    ),
    assigned: texts,
    wrapper: Type.Boolean(),
    inWorkspace: Type.Boolean(),
    paths: texts,
    outside: Type.Optional(
      Type.Array(
        closed({
          at: Type.Number(),
          path: Type.String(),
          written: Type.Optional(Type.String()),
          unusual: Type.Optional(Type.Literal(true))
        })
      )
    ),
    globs: Type.Optional(texts),
    beside: Type.Optional(NeededFolders),
    hosts: Type.Array(closed({ host: Type.String(), port: Type.Number() }))
  }),
  closed({ kind: Type.Literal("opaque"), reason: Type.String() }),
  closed({ kind: Type.Literal("unread"), reason: Type.String() })
])

/** The context of a call: who makes it, and from where. */
export const DispatchContext = closed({
  session: Type.String(),
  turn: Type.String(),
  principal: Principal,
  workspace: Type.String(),
  caller: makeCallerForm(closed),
  /** The deadline, in milliseconds since the epoch. */
  deadline: Type.Optional(Type.Number()),
  /** Set if the call does not wait for a person. */
  defer: Type.Optional(
    closed({
      expiresMs: Type.Optional(Type.Number()),
      joinsEarlier: Type.Optional(Type.Union([Type.Boolean(), Type.Literal("session")]))
    })
  ),
  /** The W3C trace context of the caller. */
  traceparent: Type.Optional(Type.String())
})

/** A call with its tool, its validated arguments and its resolved resources. */
export const PermissionRequest = closed({
  callId: Type.String(),
  idempotencyKey: Type.Optional(Type.String()),
  tool: ToolDefinition,
  /** The digest of the registered tool. It covers the definition without members that are null here. */
  toolDigest: Type.String(),
  args: JsonObject,
  resources: Type.Array(Resource),
  context: DispatchContext,
  /** The approval that the call carries, with the original arguments if they were edited. */
  given: Type.Optional(closed({ id: Type.String(), proposed: Type.Optional(JsonObject) })),
  /** Set if the call continues a run that was already permitted. */
  goesOn: Type.Optional(Type.Literal(true))
})

/** The rule that decided, with its layer and source. */
export const RuleRef = closed({ layer: Type.String(), rule: Type.String(), source: Type.String() })

const FileAccess = closed({
  path: Type.String(),
  mode: FileMode,
  scope: Type.Enum(["exact", "tree"]),
  except: Type.Optional(
    Type.Array(
      closed({
        pattern: Type.String(),
        mode: FileMode,
        unless: Type.Optional(texts),
        of: Type.Optional(Type.Literal("file")),
        appearing: Type.Optional(Type.Literal("inspected")),
        why: Type.Optional(Type.String())
      })
    )
  )
})

/** A grant: where a call may run, how much it may use, and what it may access. */
export const ExecutionGrant = closed({
  sandbox: SandboxName,
  confinement: Confinement,
  limits: ResourceLimits,
  access: closed({
    files: Type.Array(FileAccess),
    hosts: listOrAny(HostAccess),
    env: listOrAny(Type.String()),
    path: Type.Optional(texts)
  })
})

/** The approval of a permitted call: who decided, from where and when, and what they saw. */
const PermitApproval = closed({
  id: Type.String(),
  by: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  /** The time of the decision, in milliseconds since the epoch. */
  at: Type.Optional(Type.Number()),
  shown: Type.Optional(Type.String()),
  answer: Type.Optional(closed({ decision: Type.Enum(["approve", "deny"]), note: Type.Optional(Type.String()) })),
  claim: Type.Optional(closed({ digest: Type.String(), mac: Type.String() })),
  files: Type.Optional(Type.Array(ApprovedFile)),
  proposed: Type.Optional(JsonObject)
})

/** A grant for exactly one request. A permit is data and runs nothing. */
export const Permit = closed({
  request: PermissionRequest,
  grant: ExecutionGrant,
  because: RuleRef,
  approval: Type.Optional(PermitApproval),
  waitedMs: Type.Number({ minimum: 0 })
})

export type Permit = Form<typeof Permit>

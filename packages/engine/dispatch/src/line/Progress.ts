import type {
  Args,
  ArgumentsEdited,
  AttachedApproval,
  AuditEntry,
  DispatchContext,
  ExtendedCall,
  ExtensibleCall,
  PermissionRequest,
  Permit,
  RegisteredTool,
  Run,
  ToolCall
} from "@toolgate/core"

/** The immutable input of a call: its task and its caller. */
export interface CallInput {
  readonly callId: string
  readonly context: DispatchContext
  /** The deferral of child calls. */
  readonly deferral?: ExtensibleCall["deferral"]
  /** Additions of an extension, if the caller provides them. */
  readonly extended?: ExtendedCall | undefined
  /** The approval that resumes the call. */
  readonly given?: AttachedApproval | undefined
  /** The caller's limit on the running time, in milliseconds. The policy may allow less. */
  readonly wallMs?: number | undefined
}

/** The answers of the steps so far. Only the steps write them. */
export class Progress {
  readonly input: CallInput
  /** The call as received, later as changed by the hooks. */
  call: ToolCall
  tool: RegisteredTool | undefined = undefined
  args: Args | undefined = undefined
  given: AttachedApproval | undefined
  extended: ExtendedCall | undefined
  request: PermissionRequest | undefined = undefined
  /** Arguments that a person approved in place of the original ones. */
  edit: ArgumentsEdited | undefined = undefined
  permit: Permit | undefined = undefined
  run: Run | undefined = undefined
  entry: AuditEntry | undefined = undefined

  constructor(call: ToolCall, input: CallInput) {
    this.input = input
    this.call = call
    this.given = input.given
    this.extended = input.extended
  }

  /** The deferral of child calls. */
  get deferral(): ExtensibleCall["deferral"] {
    return this.extended?.deferral ?? this.input.deferral
  }
}

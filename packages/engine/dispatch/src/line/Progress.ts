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

/** The input of a call: the task, and who gave it. Never changes. */
export interface CallInput {
  readonly callId: string
  readonly context: DispatchContext
  /** The way in which the calls that this call makes are deferred, if they are. */
  readonly deferral?: ExtensibleCall["deferral"]
  /** The additions of an extension, if the caller brings them. */
  readonly extended?: ExtendedCall | undefined
  /** The approval with which the call is resumed. */
  readonly given?: AttachedApproval | undefined
  /** The longest run that the caller allows, in milliseconds. The policy may allow less. */
  readonly wallMs?: number | undefined
}

/** The progress of a call: the answers of the steps so far. Only the steps of the line write it. */
export class Progress {
  readonly input: CallInput
  /** The call as it came, and then as the hooks let it pass. */
  call: ToolCall
  tool: RegisteredTool | undefined = undefined
  args: Args | undefined = undefined
  given: AttachedApproval | undefined
  extended: ExtendedCall | undefined
  request: PermissionRequest | undefined = undefined
  /** The arguments that a person approved in the place of those of the call. */
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

  /** The way in which the calls that this call makes are deferred. */
  get deferral(): ExtensibleCall["deferral"] {
    return this.extended?.deferral ?? this.input.deferral
  }
}

/** An answer, whole unless `isCut`. */
export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly location: string | undefined
  /** The names in small letters, each with its values in their order. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
  /** Whether the body has more bytes than were read. */
  readonly isCut: boolean
}

/** A stretch of a text. */
export interface SecretInText {
  readonly from: number
  readonly to: number
}

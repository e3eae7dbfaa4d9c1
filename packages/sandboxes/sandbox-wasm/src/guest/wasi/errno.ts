/** The used error numbers of preview 1, by name. */
export const errno = {
  SUCCESS: 0,
  ACCES: 2,
  BADF: 8,
  BUSY: 10,
  EXIST: 20,
  FAULT: 21,
  FBIG: 22,
  ILSEQ: 25,
  INVAL: 28,
  ISDIR: 31,
  LOOP: 32,
  MFILE: 33,
  NAMETOOLONG: 37,
  NOENT: 44,
  NOSPC: 51,
  NOTDIR: 54,
  NOTEMPTY: 55,
  NOTSOCK: 57,
  NOTSUP: 58,
  OVERFLOW: 61,
  PERM: 63,
  ROFS: 69,
  SPIPE: 70,
  NOTCAPABLE: 76
} as const

export type Errno = (typeof errno)[keyof typeof errno]

/**
 * Ends a guest's call with an error number. It is not an `Error`, because guests fail by the thousand, and a stack
 * trace costs more than the call.
 */
export class Failure {
  readonly errno: Errno

  constructor(number: Errno) {
    this.errno = number
  }
}

/** Descriptor rights: the bits of preview 1. */
export const right = {
  FD_DATASYNC: 1 << 0,
  FD_READ: 1 << 1,
  FD_SEEK: 1 << 2,
  FD_FDSTAT_SET_FLAGS: 1 << 3,
  FD_SYNC: 1 << 4,
  FD_TELL: 1 << 5,
  FD_WRITE: 1 << 6,
  FD_ADVISE: 1 << 7,
  FD_ALLOCATE: 1 << 8,
  PATH_CREATE_DIRECTORY: 1 << 9,
  PATH_CREATE_FILE: 1 << 10,
  PATH_LINK_SOURCE: 1 << 11,
  PATH_LINK_TARGET: 1 << 12,
  PATH_OPEN: 1 << 13,
  FD_READDIR: 1 << 14,
  PATH_READLINK: 1 << 15,
  PATH_RENAME_SOURCE: 1 << 16,
  PATH_RENAME_TARGET: 1 << 17,
  PATH_FILESTAT_GET: 1 << 18,
  PATH_FILESTAT_SET_SIZE: 1 << 19,
  PATH_FILESTAT_SET_TIMES: 1 << 20,
  FD_FILESTAT_GET: 1 << 21,
  FD_FILESTAT_SET_SIZE: 1 << 22,
  FD_FILESTAT_SET_TIMES: 1 << 23,
  PATH_SYMLINK: 1 << 24,
  PATH_REMOVE_DIRECTORY: 1 << 25,
  PATH_UNLINK_FILE: 1 << 26,
  POLL_FD_READWRITE: 1 << 27
} as const

export const fileRights =
  right.FD_DATASYNC |
  right.FD_READ |
  right.FD_SEEK |
  right.FD_FDSTAT_SET_FLAGS |
  right.FD_SYNC |
  right.FD_TELL |
  right.FD_WRITE |
  right.FD_ADVISE |
  right.FD_ALLOCATE |
  right.FD_FILESTAT_GET |
  right.FD_FILESTAT_SET_SIZE |
  right.FD_FILESTAT_SET_TIMES |
  right.POLL_FD_READWRITE

/** All rights of a folder: never reading, writing or seeking. */
export const folderRights =
  right.FD_FDSTAT_SET_FLAGS |
  right.FD_SYNC |
  right.FD_DATASYNC |
  right.PATH_CREATE_DIRECTORY |
  right.PATH_CREATE_FILE |
  right.PATH_LINK_SOURCE |
  right.PATH_LINK_TARGET |
  right.PATH_OPEN |
  right.FD_READDIR |
  right.PATH_READLINK |
  right.PATH_RENAME_SOURCE |
  right.PATH_RENAME_TARGET |
  right.PATH_FILESTAT_GET |
  right.PATH_FILESTAT_SET_SIZE |
  right.PATH_FILESTAT_SET_TIMES |
  right.FD_FILESTAT_GET |
  right.FD_FILESTAT_SET_TIMES |
  right.PATH_SYMLINK |
  right.PATH_REMOVE_DIRECTORY |
  right.PATH_UNLINK_FILE

/** Rights that a folder can pass on to what is opened in it. */
export const inheritedRights = fileRights | folderRights

export const inputRights = right.FD_READ | right.FD_FDSTAT_SET_FLAGS | right.FD_FILESTAT_GET | right.POLL_FD_READWRITE

/** Rights of standard output and standard error. */
export const outputRights = right.FD_WRITE | right.FD_FDSTAT_SET_FLAGS | right.FD_FILESTAT_GET | right.POLL_FD_READWRITE

/**
 * Returns the known rights among 64 bits. Bits for sockets and unknown bits are dropped, because some languages ask for
 * all rights.
 */
export const keepKnownRights = (bits: bigint): number => Number(bits & BigInt(inheritedRights))

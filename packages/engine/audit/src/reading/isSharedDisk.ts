import { statfs } from "node:fs/promises"

/**
 * Whether machines other than this one may write to a folder. True for every disk that is not known to belong to a
 * single machine.
 */
export const isSharedDisk = async (folder: string): Promise<boolean> => !ownDisks.has((await statfs(folder)).type)

// The numbers that Linux gives to file systems. Other systems have other numbers, but the answer matters only for a
// process with a known boot, which only Linux has.
const ownDisks: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xca451a4e, // bcachefs
  0xf2f52010, // F2FS
  0x3153464a, // JFS
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs
  0xf15f, // eCryptfs
  0x5346544e, // NTFS
  0x7366746e, // NTFS3
  0x4d44, // FAT
  0x2011bab0 // exFAT
])

import { FileFailed, type Files } from "@toolgate/core"

/** Returns the bytes of a file, of at most 64 MiB. */
export const readWhole = async (path: string, files: Files): Promise<Uint8Array> => {
  const { kind, size } = await files.stat(path)
  if (kind !== "file") throw new FileFailed("NotAFile", path)
  if (size > mostBytes)
    throw new FileFailed("TooLarge", path, { message: "The file has more than 64 MiB; give a smaller one." })
  return await files.readBytes(path)
}

const mostBytes = 64 * 1024 * 1024

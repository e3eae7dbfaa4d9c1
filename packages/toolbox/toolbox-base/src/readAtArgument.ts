import { FileFailed } from "@toolgate/core"

/** Reads the file in an argument. A failure names the argument. */
export const readAtArgument = async <A>(argument: string, read: () => Promise<A>): Promise<A> => {
  try {
    return await read()
  } catch (cause) {
    if (!(cause instanceof FileFailed)) throw cause
    throw new FileFailed(cause.reason, cause.path, {
      message: `The file of the argument "${argument}" cannot be read: ${cause.message}`,
      cause
    })
  }
}

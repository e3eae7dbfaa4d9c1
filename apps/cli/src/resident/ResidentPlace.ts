import { join } from "node:path"

/** The files of a resident gate, all in one folder that only its user can open. */
export interface ResidentPlace {
  readonly folder: string
  /** The Unix socket of the gate. */
  readonly socket: string
  /** The token of its clients, which is new at each start. */
  readonly token: string
  /** The file that the running resident gate holds locked. */
  readonly lock: string
  /** The standard error of the processes that were started. */
  readonly log: string
}

/** Returns the files in a folder. */
export const getResidentPlace = (folder: string): ResidentPlace => ({
  folder,
  socket: join(folder, "gate.sock"),
  token: join(folder, "gate.token"),
  lock: join(folder, "gate.lock"),
  log: join(folder, "gate.log")
})

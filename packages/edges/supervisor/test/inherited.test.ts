import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, it } from "vitest"
import { openSupervisor } from "./openSupervisor.ts"

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const python = ["/usr/bin/python3", "/usr/local/bin/python3"].find(isThere)

/** A process that no runner started. It inherits a runner's descriptors, and sends messages until they are closed. */
const stranger = `
import array, os, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen()
print("listening", flush=True)
to_runner, _ = listening.accept()
_, given, _, _ = to_runner.recvmsg(1, socket.CMSG_SPACE(12))
kept = array.array("i", given[0][2])
to_runner.send(b".")
for name, fd, said in zip(["channel", "stdout"], kept, [b" \\n", b"x"]):
  try:
    while True: os.write(fd, said * 1000)
  except OSError:
    print(name, "is closed", flush=True)
`

const givesAway = `
import array, socket, sys
to_stranger = socket.socket(socket.AF_UNIX)
to_stranger.connect(sys.argv[1])
to_stranger.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [3, 1]))])
to_stranger.recv(1)
`

it.skipIf(python === undefined)(
  "a process that inherited a runner's channel and output is ignored after the runner has ended",
  async () => {
    const { start, workspace } = await openSupervisor()
    const path = join(workspace, "socket")
    const other = spawn(python ?? "", ["-c", stranger, path], { stdio: ["ignore", "pipe", "inherit"] })
    const lines = createInterface({ input: other.stdout })[Symbol.asyncIterator]()
    expect((await lines.next()).value).toBe("listening")
    const { ended } = await start([python ?? "", "-c", givesAway, path], { onOutput: () => {} })
    expect(await ended).toMatchObject({ how: "exited", status: 0 })
    expect((await lines.next()).value).toBe("channel is closed")
    expect((await lines.next()).value).toBe("stdout is closed")
  }
)

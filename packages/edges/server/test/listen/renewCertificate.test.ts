import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "node:tls"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { openListener } from "../../src/listen/openListener.ts"

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0

const makeCertificate = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-certificate-"))
  const [certificate, key] = [join(folder, "cert.pem"), join(folder, "key.pem")]
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
  execFileSync("openssl", ["req", ...kind, "-subj", `/CN=${name}`, "-keyout", key, "-out", certificate], {
    stdio: "ignore"
  })
  const files = { certificate: readFileSync(certificate), key: readFileSync(key) }
  rmSync(folder, { recursive: true })
  return files
}

/** Returns the name in the certificate that a new connection gets. */
const readName = (url: string) =>
  new Promise<unknown>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN)
      socket.destroy()
    }).on("error", reject)
  })

it.skipIf(!hasOpenssl)(
  "serves new connections with the renewed certificate, and keeps it if another is invalid",
  async () => {
    const [first, second] = [makeCertificate("first"), makeCertificate("second")]
    const listener = await openListener(Context.empty(), {
      listen: { host: "127.0.0.1", port: 0 },
      tls: first,
      routes: () => Layer.empty
    })
    onTestFinished(listener.close)
    expect(await readName(listener.url)).toBe("first")
    listener.renewCertificate(second)
    expect(await readName(listener.url)).toBe("second")
    expect(() => listener.renewCertificate({ ...first, key: second.key })).toThrow(/key/)
    expect(await readName(listener.url)).toBe("second")
  }
)

import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const served = "is outside of the folder, and would be served"
const anyone = "opens it for others, or sends on what is asked"

/**
 * Returns the reason why the value of an option that names where a server listens does harm, or `undefined` for this
 * machine.
 */
export const local = (option: string, value: string) =>
  /^-(?:-bind|H|-host|a|-dev-addr|l|-listen)$/.test(option) &&
  !/^(?:(?:localhost|127\.0\.0\.1)(?::\d+)?|\d+)$/.test(value)
    ? anyone
    : undefined

const server = (source: string, list: ClosedList): ClosedList => ({
  source,
  skipsDashes: true,
  operand: (word) => (isOutside(word) || word === ".." ? served : /^\w+:\/\/|\.[cm]?js$/.test(word) ? code : undefined),
  ...list
})

/** Programs that serve the files of a folder. Sources: the output of each program's `--help`. */
export const fileServers: ReadonlyArray<Program> = [
  {
    names: ["serve"],
    facts: toolFacts,
    closed: server("serve --help, of serve 14", {
      options: `-hvsdLCnu -l= -p= --version --listen= --single --debug --no-request-logging --cors --no-clipboard
        --no-compression --no-etag --no-port-switching`,
      dangers: [
        danger(settings, "-c= --config="),
        danger("follows links out of the folder", "-S --symlinks"),
        danger("reads a key", "--ssl-cert= --ssl-key= --ssl-pass=")
      ],
      value: local
    })
  },
  {
    names: ["http-server"],
    facts: toolFacts,
    closed: server("http-server --help, of http-server 14", {
      options: `-hvsigbeUd -p= -a= -c=? -t= --port= --cors=? --gzip --brotli --silent --ext= --robots -r --no-dotfiles
        --version --utc --no-robots --log-ip --mimetypes= --no-panic`,
      dangers: [
        danger(anyone, "-P= --proxy= --proxy-options=? --proxy-*"),
        danger("shows a password, or reads a key", "--username= --password= -S -C= -K= --tls --ssl --cert= --key="),
        danger("opens a browser", "-o=? --open=?")
      ],
      value: local
    })
  },
  {
    names: ["live-server"],
    facts: toolFacts,
    closed: server("live-server --help, of live-server 1.2", {
      style: "words",
      options: `--port= --no-browser --quiet --verbose -q -V -v --version --wait= --ignore= --ignorePattern=
        --no-css-inject --cors --spa --host=`,
      dangers: [
        danger("starts a browser", "--open= --browser="),
        danger(code, "--middleware= --https= --https-module= --htpasswd="),
        danger(anyone, "--proxy= --mount=")
      ],
      value: local
    })
  },
  {
    names: ["json-server"],
    facts: toolFacts,
    closed: server("json-server --help, of json-server 0.17", {
      options: `-hvwq -p= -H= -d= -i= --port= --host= --watch --quiet --ro --read-only --nc --no-cors --ng --no-gzip --delay=
          --id= --fks= --version`,
      dangers: [
        danger(settings, "-c= --config= -r= --routes="),
        danger(code, "-m= --middlewares="),
        danger(writes, "-S= --snapshots= -s= --static=")
      ],
      value: local
    })
  }
]

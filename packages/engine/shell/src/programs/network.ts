import { danger, factsOf, type Program } from "./Program.ts"

const writes = "writes a file"

/** Other programs whose work is the network. Sources: the manual page of each. */
export const network: ReadonlyArray<Program> = [
  {
    names: ["http", "https", "xh", "xhs", "grpcurl", "websocat"],
    facts: factsOf("the manual of each", {
      reachesNetwork: "fetches and sends",
      writesFiles: "writes what it fetches",
      startsPrograms: "starts programs by options or addresses"
    }),
    closed: {
      source: "http --help, of HTTPie 3",
      options: `-hvI -p= -b -j -f= -F -s= -S -x -t= -A= -a= --headers --body --verbose --json --pretty= --style=
        --print= --follow --max-redirects= --timeout= --check-status --stream --all --history-print= --format-options=
        --sorted --unsorted --ignore-stdin -I --offline --version --auth= --auth-type= --path-as-is --compress --meta
        -m --response-charset= --response-mime= --quiet -q --debug --traceback --default-scheme=`,
      dangers: [
        danger(writes, "-o= --output= -d --download -c --continue --session= --session-read-only="),
        danger(
          "connects in another way than the address says",
          "--proxy= --verify= --cert= --cert-key= --ssl= --ciphers= --chunked --multipart --boundary= --raw= --form"
        )
      ],
      operand: (word, before) =>
        /@|:=@|==@/.test(word) && before.length > 0
          ? "sends what a file holds"
          : /^(?:POST|PUT|PATCH|DELETE)$/i.test(word)
            ? "changes the request's method"
            : before.length > 1 && /^[\w.-]+(?:=|:=)/.test(word)
              ? "sends data"
              : undefined
    }
  }
]

import { danger, type Program, type ProgramFacts } from "./Program.ts"

const reaches = (reason: string, source: string): ProgramFacts => ({ reachesNetwork: { reason, source } })
const writes = "writes a file"
const written = "is a file that is written"
const sends = "sends a file, or what a file holds"
const config = "reads options from a file"
const starts = "starts a program"

/**
 * Returns the reason why a value of `-o` or `-w` does harm, or `undefined`. `-o` names a file; `-w` may read its format
 * from a file, or name a file.
 */
const curlWrites = (option: string, value: string) => {
  if (/^-(?:o|-output)$/.test(option)) return value === "-" || value === "/dev/null" ? undefined : written
  return /^-(?:w|-write-out)$/.test(option) && /^@|%output\{/.test(value)
    ? "is read from a file, or names one that is written"
    : undefined
}

/** Programs that fetch over HTTP and similar protocols. Sources: curl(1), wget(1). */
export const fetching: ReadonlyArray<Program> = [
  {
    names: ["curl"],
    facts: {
      ...reaches("fetches and sends", "curl(1)"),
      writesFiles: { reason: "writes files by -o, -O and others", source: "curl(1)" },
      folderDecides: { reason: "reads a configuration", source: "curl(1)" }
    },
    closed: {
      source: "curl(1), of curl 7.88 and 8",
      options: `-0123461afgGiIjlLMNpqRsSvVZ# -A= -C= -e= -h=? -H= -m= -o= -r= -t= -u= -U= -w= -y= -Y= -z= --anyauth --append --basic
        --ciphers= --compressed --compressed-ssh --connect-timeout= --continue-at= --create-dirs --crlf --digest
        --disable --fail --fail-early --fail-with-body --get --globoff --happy-eyeballs-timeout-ms= --head --header=
        --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ignore-content-length --include
        --ipv4 --ipv6 --keepalive-time= --limit-rate= --list-only --location --manual --max-filesize= --max-redirs= --max-time=
        --negotiate --no-alpn --no-buffer --no-keepalive --no-progress-meter --no-sessionid --ntlm --output= --write-out= --oauth2-bearer= --parallel
        --parallel-immediate --parallel-max= --path-as-is --post301 --post302 --post303 --progress-bar --proto= --proto-default=
        --proto-redir= --range= --rate= --raw --referer= --remote-time --request-target= --retry= --retry-all-errors
        --retry-connrefused --retry-delay= --retry-max-time= --show-error --show-headers --silent --speed-limit= --speed-time=
        --ssl --ssl-reqd --sslv2 --sslv3 --styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay --time-cond=
        --tls-max= --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --user= --user-agent= --verbose --version
        --no-location --no-silent --no-verbose --no-fail --no-compressed --no-include --no-head --no-show-error`,
      dangers: [
        danger(
          writes,
          ...["-O", "-J", "--output-dir=", "--remote-name", "--remote-name-all", "--remote-header-name"],
          ...[
            "-c=",
            "--cookie-jar=",
            "-D=",
            "--dump-header=",
            "--trace=",
            "--trace-ascii=",
            "--trace-config=",
            "--stderr="
          ],
          ...["--hsts=", "--alt-svc=", "--etag-save=", "--etag-compare=", "--libcurl=", "--dump-ca-embed"]
        ),
        danger(
          sends,
          ...[
            "-T=",
            "--upload-file=",
            "-F=",
            "--form=",
            "--form-string=",
            "-d=",
            "--data=",
            "--data-binary=",
            "--data-ascii="
          ],
          ...[
            "--data-urlencode=",
            "--data-raw=",
            "--json=",
            "--url-query=",
            "-Q=",
            "--quote=",
            "--mail-from=",
            "--mail-rcpt="
          ]
        ),
        danger(
          "sends credentials from a file",
          ...["-E=", "--cert=", "--key=", "-n", "--netrc", "--netrc-file=", "--netrc-optional", "-b=", "--cookie="],
          ...["--pubkey=", "--proxy-cert=", "--proxy-key=", "--pass="]
        ),
        danger(config, "-K=", "--config=", "--variable=", "--cacert=", "--capath=", "--crlfile="),
        danger("changes the request's method", "-X=", "--request="),
        danger("loads a library", "--engine="),
        danger(
          "connects in another way than the address says",
          ...[
            "-x=",
            "--proxy=",
            "--preproxy=",
            "--connect-to=",
            "--resolve=",
            "--unix-socket=",
            "--abstract-unix-socket="
          ],
          ...[
            "--doh-url=",
            "--dns-servers=",
            "--dns-interface=",
            "--interface=",
            "--socks4=",
            "--socks4a=",
            "--socks5="
          ],
          ...["--socks5-hostname=", "--haproxy-protocol", "--location-trusted", "--local-port=", "-P=", "--ftp-port="]
        ),
        danger("names a further address", "--url=", "-:", "--next"),
        danger("trusts any server", "-k", "--insecure", "--proxy-insecure", "--doh-insecure")
      ],
      value: (option, value) =>
        /^-(?:H|-header)$/.test(option) && value.startsWith("@")
          ? "sends what a file holds"
          : curlWrites(option, value),
      operand: (word, before) =>
        /^(?:file|scp|sftp|telnet|gopher|dict|ldap|smtp|imap|pop3|tftp|ftp|mqtt|rtsp|smb|ws)s?:/i.test(word)
          ? "is read by another protocol than HTTP"
          : before.length > 0
            ? "is a further address"
            : undefined
    },
    synonyms: [
      ["-o", "--output"],
      ["-O", "--remote-name"],
      ["-K", "--config"],
      ["-T", "--upload-file"],
      ["-d", "--data", "--data-ascii"],
      ["-F", "--form"],
      ["-X", "--request"],
      ["-L", "--location"],
      ["-k", "--insecure"],
      ["-x", "--proxy"],
      ["-H", "--header"],
      ["-s", "--silent"],
      ["-I", "--head"]
    ]
  },
  {
    names: ["wget", "wget2"],
    facts: {
      ...reaches("fetches and sends", "wget(1)"),
      writesFiles: { reason: "writes what it fetches", source: "wget(1)" },
      startsPrograms: { reason: "starts a program by --use-askpass", source: "wget(1)" }
    },
    closed: {
      source: "wget(1), of GNU Wget 1.21",
      options: `-46bcdFhkNpqSvVxE -A= -D= -I= -l= -n=? -O= -Q= -R= -t= -T= -U= -w= -X= --accept= --accept-regex= --adjust-extension
        --auth-no-challenge --background --ciphers= --compression= --connect-timeout= --content-disposition
        --content-on-error --continue --cut-dirs= --debug --dns-timeout= --header= --http-password= --http-user=
        --https-only --ignore-case --ignore-length --inet4-only --inet6-only --level= --limit-rate= --local-encoding=
        --max-redirect= --method= --no-cache --no-check-certificate --no-clobber --no-config --no-cookies --no-directories
        --no-dns-cache --no-host-directories --no-hsts --no-http-keep-alive --no-iri --no-netrc --no-parent --no-proxy
        --no-verbose --output-document= --password= --progress= --quiet --quota= --random-wait --read-timeout= --referer= --reject=
        --remote-encoding= --report-speed= --restrict-file-names= --retry-connrefused --retry-on-host-error
        --retry-on-http-error= --save-headers --secure-protocol= --server-response --show-progress --spider --start-pos=
        --timeout= --timestamping --tries= --trust-server-names --user= --user-agent= --verbose --version --wait= --waitretry=`,
      dangers: [
        danger(
          writes,
          ...["-o=", "--output-file=", "-a=", "--append-output=", "-P=", "--directory-prefix="],
          ...["--save-cookies=", "--warc-file=", "--warc-tempdir=", "--rejected-log=", "--hsts-file=", "--unlink"]
        ),
        danger(sends, "--post-file=", "--post-data=", "--body-file=", "--body-data=", "--load-cookies="),
        danger(
          config,
          "--config=",
          "-i=",
          "--input-file=",
          "--input-metalink=",
          "-e=",
          "--execute=",
          "--ca-certificate="
        ),
        danger("sends credentials from a file", "--certificate=", "--private-key=", "--ca-directory="),
        danger(starts, "--use-askpass=", "--preferred-location="),
        danger(
          "changes where addresses lead",
          "-B=",
          "--base=",
          "--dns-servers=",
          "--bind-address=",
          "--bind-dns-address="
        ),
        danger("fetches what pages lead to", "-r", "--recursive", "-m", "--mirror", "-H", "--span-hosts"),
        danger(
          "fetches what pages lead to",
          "--page-requisites",
          "--convert-links",
          "--backup-converted",
          "--delete-after"
        )
      ],
      value: (option, value) => (/^-(?:O|-output-document)$/.test(option) && value !== "-" ? written : undefined),
      operand: (_word, before) => (before.length > 0 ? "is a further address" : undefined)
    },
    synonyms: [
      ["-O", "--output-document"],
      ["-o", "--output-file"],
      ["-P", "--directory-prefix"],
      ["-r", "--recursive"],
      ["-q", "--quiet"]
    ]
  }
]

import { danger, type Program, type ProgramFacts } from "./Program.ts"

const reaches = (reason: string, source: string): ProgramFacts => ({ reachesNetwork: { reason, source } })
const writes = "writes a file"
const sends = "sends a file, or what a file holds"
const config = "reads options from a file"
const starts = "starts a program"

/** Programs that fetch over HTTP and its like. Sources: curl(1), wget(1). */
export const fetching: ReadonlyArray<Program> = [
  {
    names: ["curl"],
    facts: {
      ...reaches("fetches and sends", "curl(1)"),
      writesFiles: { reason: "writes files by -o, -O and others", source: "curl(1)" },
      folderDecides: { reason: "reads a configuration", source: "curl(1)" }
    },
    valued: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
    dangers: [
      danger(
        writes,
        "-o",
        "-O",
        "--output",
        "--output-dir",
        "--remote-name",
        "--remote-name-all",
        "--remote-header-name",
        "-J"
      ),
      danger(
        writes,
        "-c",
        "--cookie-jar",
        "-D",
        "--dump-header",
        "--trace",
        "--trace-ascii",
        "--stderr",
        "--hsts",
        "--alt-svc",
        "--etag-save",
        "--libcurl",
        "-w",
        "--write-out"
      ),
      danger(
        sends,
        "-T",
        "--upload-file",
        "-F",
        "--form",
        "-d",
        "--data",
        "--data-binary",
        "--data-ascii",
        "--data-urlencode",
        "--data-raw",
        "--json",
        "--url-query"
      ),
      danger(
        "sends credentials from a file",
        "-E",
        "--cert",
        "--key",
        "-n",
        "--netrc",
        "--netrc-file",
        "-b",
        "--cookie"
      ),
      danger(config, "-K", "--config", "--variable"),
      danger("changes the request's method", "-X", "--request"),
      danger("loads a library", "--engine"),
      danger(
        "reaches it by another way than its address says",
        "-x",
        "--proxy",
        "--preproxy",
        "--connect-to",
        "--resolve",
        "--unix-socket",
        "--abstract-unix-socket",
        "--doh-url",
        "--dns-servers",
        "--interface"
      ),
      danger("trusts any server", "-k", "--insecure")
    ],
    inspect: (words) =>
      words
        .filter((word) => /^(?:file|scp|sftp|telnet|gopher|dict|ldap|smtp|imap|pop3|tftp)s?:/i.test(word))
        .map((word) => ({ word, reason: "is read by another protocol than HTTP" })),
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
    valued: "aABDeIiloOPQRtTUwX",
    dangers: [
      danger(
        writes,
        "-O",
        "--output-document",
        "-o",
        "--output-file",
        "-a",
        "--append-output",
        "-P",
        "--directory-prefix",
        "--save-cookies",
        "--warc-file",
        "--rejected-log",
        "--hsts-file"
      ),
      danger(sends, "--post-file", "--post-data", "--body-file", "--body-data", "--load-cookies"),
      danger(config, "--config", "-i", "--input-file", "-e", "--execute"),
      danger(starts, "--use-askpass"),
      danger("fetches what pages lead to", "-r", "--recursive", "-m", "--mirror")
    ],
    synonyms: [
      ["-O", "--output-document"],
      ["-o", "--output-file"],
      ["-P", "--directory-prefix"],
      ["-r", "--recursive"],
      ["-q", "--quiet"]
    ]
  }
]

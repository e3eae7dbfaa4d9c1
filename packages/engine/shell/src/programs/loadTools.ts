import { farLoad, fetched, isNear } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  reachesNetwork: "puts load on a server",
  startsPrograms: "runs scripts that it is given",
  writesFiles: "writes results"
})

const method = "changes the request's method"
const sends = "sends data, or what a file holds"
const writes = "writes a file, or sends results elsewhere"
const settings = "reads orders or settings from a file"
const another = "connects in another way than the address says"
const acts = "starts, changes or sends what is elsewhere"

/** Returns a check that gives a reason when one of these options, or a header, names a host of others. */
const far = (...options: ReadonlyArray<string>): NonNullable<ClosedList["value"]> => {
  const named = new Set(options)
  return (option, value) => (named.has(option) && !isNear(value) ? farLoad(value) : undefined)
}

const further = (word: string, before: ReadonlyArray<string>) =>
  before.length > 0 ? "is a further address" : farLoad(word)

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "k6",
    {
      source: "k6 help, of k6 0.50",
      everywhere: true,
      options: "-hqv --help --quiet --verbose --no-color --log-format=",
      dangers: [danger(settings, "-c= --config= -a= --address= --log-output= --profiling-enabled")],
      subcommands: {
        run: {
          runsOperands: true,
          options: `-d= -i= -u= -s= --duration= --iterations= --vus= --stage= --summary-mode= --summary-trend-stats=
            --summary-time-unit= --no-summary --no-thresholds --no-setup --no-teardown --no-usage-report --paused
            --linger --max-redirects= --batch= --rps= --tag= --http-debug=? --insecure-skip-tls-verify
            --no-connection-reuse --no-vu-connection-reuse --system-tags= --user-agent= --throw --discard-response-bodies`,
          dangers: [
            danger(writes, "-o= --out= --summary-export= --console-output= --traces-output="),
            danger(settings, "-e= --env= --include-system-env-vars --compatibility-mode= --type=")
          ],
          operand: (word) =>
            /^-$|^(?:github|cdnjs)\.com\//.test(word) ? "is fetched, or read from the input" : undefined
        },
        inspect: { runsOperands: true, options: "--execution-requirements" },
        "version stats status": {},
        "archive cloud login new pause resume scale": { asks: acts }
      }
    }
  ],
  [
    "newman",
    {
      source: "newman run --help, of newman 6",
      options: "-hv --version",
      subcommands: {
        run: {
          options: `-n= -x --folder= --iteration-count= --suppress-exit-code --silent --disable-unicode --color=
            --delay-request= --timeout= --timeout-request= --timeout-script= --bail=? --no-insecure-file-read
            --ignore-redirects --verbose -e= -g= -d= --environment= --globals= --iteration-data=`,
          dangers: [
            danger("loads code, or writes files", "-r= --reporters= --reporter-*=?"),
            danger(writes, "--export-*=? --cookie-jar="),
            danger(settings, "--env-var= --global-var= --working-dir= --postman-api-key="),
            danger(another, "-k --insecure --ssl-*=?")
          ],
          operand: fetched,
          value: (option, value) =>
            /^-(?:e|g|d|-environment|-globals|-iteration-data)$/.test(option) ? fetched(value) : undefined
        }
      }
    }
  ],
  [
    "locust",
    {
      source: "locust --help, of Locust 2",
      options: `-hlVu= -r= -t= -s= -T= -E= -L= -H= --users= --spawn-rate= --run-time= --headless --list --version --only-summary
        --print-stats --reset-stats --stop-timeout= --tags= --exclude-tags= --loglevel= --host= --exit-code-on-error=
        --show-task-ratio --show-task-ratio-json --skip-log-setup --json --autostart --autoquit= --class-picker`,
      value: far("-H", "--host"),
      dangers: [
        danger("names code that is loaded", "-f= --locustfile= --extra-file="),
        danger(settings, "--config= --config-users="),
        danger(writes, "--csv= --html= --logfile= --csv-full-history --json-file="),
        danger(
          "serves others, or other machines",
          "--web-host= -P= --web-port= --master --worker --master-*=? --processes="
        )
      ]
    }
  ],
  [
    "vegeta",
    {
      source: "vegeta -h, of Vegeta 12",
      style: "dashes",
      options: "-cpus= -version -h -help",
      dangers: [danger(writes, "-profile=")],
      subcommands: {
        attack: { asks: "puts load on the hosts that a file or its input names" },
        "encode dump": { options: "-to=", dangers: [danger(writes, "-output=")] },
        report: { options: "-type= -buckets= -every=", dangers: [danger(writes, "-output=")] },
        plot: { options: "-title= -threshold=", dangers: [danger(writes, "-output=")] }
      }
    }
  ],
  [
    "siege",
    {
      source: "siege(1), of siege 4.1",
      options: `-VhCvqgjbiNc= -r= -t= -d= -H= -A= -T= --version --help --config --verbose --quiet --no-follow --json-output
        --print --benchmark --internet --no-parser --concurrent= --reps= --time= --delay= --header= --user-agent=
        --content-type=`,
      dangers: [danger(settings, "-R= --rc= -f= --file="), danger(writes, "-l=? --log=? -m= --mark=")],
      operand: (word) => (/\s/.test(word) ? sends : farLoad(word))
    }
  ],
  [
    "oha",
    {
      source: "oha --help, of oha 1.4",
      options: `-hVn= -c= -p= -z= -q= -t= -H= -T= -A= -a= --no-tui --fps= --latency-correction --json -j --disable-compression
        -r= --redirect= --disable-keepalive --ipv6 --ipv4 --no-color --stats-success-breakdown --http-version=
        --http2 --disable-color --burst-delay= --burst-rate= --rand-regex-url --max-repeat= --version --output-format=`,
      dangers: [
        danger(method, "-m= --method="),
        danger(sends, "-d= -D= -F= -Z= --body="),
        danger(another, "-x= --connect-to= --host= --insecure --unix-socket= --vsock-addr= --proxy-*=?"),
        danger(writes, "--db-url= --output= -o="),
        danger(settings, "--urls-from-file --cacert= --cert= --key=")
      ],
      operand: further
    }
  ],
  [
    "bombardier",
    {
      source: "bombardier --help, of bombardier 1.2",
      options: `-kalqc= -n= -d= -t= -r= -H= -p= -o= --connections= --requests= --duration= --timeout= --rate= --latencies
        --header= --print= --no-print --format= --fasthttp --http1 --http2 --version --disableKeepAlives`,
      dangers: [
        danger(method, "-m= --method="),
        danger(sends, "-b= -f= --body= --body-file= -s --stream --cert= --key=")
      ],
      operand: further
    }
  ],
  [
    "autocannon",
    {
      source: "autocannon --help, of autocannon 7",
      skipsDashes: true,
      options: `-hvnNljc= -p= -d= -a= -t= -T= -H= -R= -C= -L= -E= -w= -B= --connections= --pipelining= --duration= --amount=
        --timeout= --title= --headers= --overallRate= --connectionRate= --reconnectRate= --latency --progress
        --no-progress --json --renderStatusCodes --renderLatencyTable --idReplacement --workers= --bailout= --version
        --debug --maxConnectionRequests= --maxOverallRequests= --excludeErrorStats`,
      dangers: [
        danger(method, "-m= --method="),
        danger(sends, "-b= -F= -i= --body= --form= --input= --har= -I"),
        danger(another, "-S= --socketPath= -s= --servername= --tlsOptions="),
        danger("loads code, or starts a program", "--on-port --verifyBody= --setupRequest= -W= --warmup=")
      ],
      operand: further
    }
  ]
]

/** Programs that test how much load a server bears. Sources: the manual of each. */
export const loadTools: ReadonlyArray<Program> = lists.map(([names, closed]) => ({ names: [names], facts, closed }))

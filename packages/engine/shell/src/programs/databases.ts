import type { ClosedList } from "./ClosedList.ts"
import { address, elsewhere, databaseFacts as facts, host, sql } from "./databaseWords.ts"
import { codeFromInput, ordersFromInput } from "./ordersFromInput.ts"
import { danger, type Program } from "./Program.ts"

const writes = "writes a file"
const orders = "runs orders from a file"
const settings = "reads settings from a file, or loads code"

const psql: ClosedList = {
  source: "psql(1), of PostgreSQL 15",
  options: `-aAbeEHlnqsStVwWxX1z0 -c= -d= -F= -R= -T= -U= -P= -p= --command= --dbname= --list --version --no-psqlrc
    --single-transaction --echo-all --echo-errors --echo-queries --echo-hidden --no-readline --quiet --single-step
    --single-line --no-align --csv --field-separator= --html --pset= --record-separator= --tuples-only --table-attr=
    --expanded --field-separator-zero --record-separator-zero --host= -h= --port= --username= --no-password --password
    -?`,
  dangers: [
    danger(orders, "-f= --file="),
    danger(`${writes}, or starts a program`, "-o= --output= -L= --log-file="),
    danger("sets a variable, which can change what orders mean", "-v= --set= --variable=")
  ],
  value: (option, text) =>
    host(option, text) ??
    (/^-(?:c|-command)$/.test(option)
      ? /^\s*\\(?:d\w*\+?|l\+?|conninfo|encoding|z|sf\+?|sv\+?|timing)(?:\s+[\w.*"?]+)?\s*$/.test(text)
        ? undefined
        : sql(text)
      : /^-(?:d|-dbname)$/.test(option)
        ? address(text)
        : undefined),
  input: ordersFromInput("-c --command -f --file -l --list -V --version --help -?"),
  operand: (word) => address(word)
}

const mysql: ClosedList = {
  source: "mysql(1), of MariaDB 10.11 and MySQL 8",
  options: `-? -IABNcCEfGHiLbnqrsstTUvVwXo -p=? -D= -e= -P= -u= --auto-rehash --no-auto-rehash --auto-vertical-output
    --batch --binary-as-hex --binary-mode --column-names --skip-column-names --column-type-info --comments --compress
    --connect-timeout= --database= --default-character-set= --delimiter= --execute= --force --html --ignore-spaces
    --line-numbers --skip-line-numbers --max-allowed-packet= --max-join-size= --named-commands --no-beep
    --one-database --password=? --port= --print-query-on-error --progress-reports --protocol= --quick --raw
    --reconnect --safe-updates --sandbox --select-limit= --show-warnings --silent --skip-pager --ssl
    --ssl-verify-server-cert --table --unbuffered --user= --verbose --version --vertical --wait --xml -h= --host=`,
  dangers: [
    danger(
      settings,
      `--defaults-file= --defaults-extra-file= --defaults-group-suffix= --plugin-dir= --default-auth= --init-command=
        --login-path=`
    ),
    danger(`${writes}`, "--tee= --ssl-key= --ssl-cert= --debug=? -#=?"),
    danger("starts a program", "--pager=?"),
    danger("lets the server read files", "--local-infile=? --enable-cleartext-plugin"),
    danger(elsewhere, "-S= --socket=")
  ],
  input: ordersFromInput("-e --execute -V --version -? --help"),
  value: (option, text) => host(option, text) ?? (/^-(?:e|-execute)$/.test(option) ? sql(text) : undefined)
}

const sqlite3: ClosedList = {
  source: "sqlite3 -help, of SQLite 3.40",
  style: "dashes",
  options: `-ascii -bail -batch -box -column -csv -echo -header -noheader -html -json -line -list -lookaside==
    -markdown -maxsize= -memtrace -mmap= -newline= -nofollow -nullvalue= -pagecache== -quote -readonly -safe
    -separator= -stats -table -tabs -version -zip -deserialize -bom -escape= -pcachetrace -sorterref= -unsafe-testing`,
  dangers: [
    danger("runs orders, which can start programs", "-cmd= -init= -interactive"),
    danger("changes files", "-A* -append"),
    danger("loads code", "-vfs= -nonce=")
  ],
  input: codeFromInput("-version -help", 2),
  operand: (word, before, given) =>
    before.length === 0
      ? /^file:/.test(word)
        ? "is an address with settings"
        : undefined
      : given.has("-readonly") && given.has("-safe")
        ? undefined
        : sql(word)
}

const redisReads =
  /^(?:get|mget|strlen|getrange|exists|ttl|pttl|type|keys|scan|hget|hmget|hgetall|hkeys|hvals|hlen|hexists|hscan|lrange|llen|lindex|lpos|smembers|scard|sismember|smismember|sscan|srandmember|sinter|sunion|sdiff|zrange|zrangebyscore|zrevrange|zcard|zcount|zscore|zrank|zrevrank|zscan|xlen|xrange|xrevrange|xinfo|dbsize|info|ping|echo|time|object|memory|randomkey|lastsave|command|help|bitcount|getbit|pfcount|geopos|geodist|geosearch|dump)$/i

const redis: ClosedList = {
  source: "redis-cli --help, of Redis 7",
  style: "words",
  rest: "itself",
  options: `-h= -p= -a= --user= --pass= --askpass -r= -i= -n= -2 -3 -d= -D= -c -e --tls --sni= --raw --no-raw
    --quoted-input --csv --json --quoted-json --show-pushes= --stat --latency --latency-history --latency-dist
    --bigkeys --memkeys --memkeys-samples= --hotkeys --scan --pattern= --quoted-pattern= --count= --intrinsic-latency=
    --no-auth-warning --verbose --version -v`,
  dangers: [
    danger(elsewhere, "-s= -u= --replica --insecure --cacert= --cacertdir= --cert= --key= --cluster*"),
    danger(writes, "--rdb= --functions-rdb="),
    danger("runs orders from its input", "-x -X= --pipe --eval= --ldb --ldb-sync-mode --lru-test=")
  ],
  input: codeFromInput(
    "-v --version --help --stat --latency --latency-history --latency-dist --bigkeys --memkeys --hotkeys --scan --intrinsic-latency"
  ),
  value: host,
  operand: (word, before) => (before.length > 0 || redisReads.test(word) ? undefined : "changes more than it shows")
}

const dumps: ClosedList = {
  source: "pg_dump(1), of PostgreSQL 15",
  options: `-abBcCOsvVwWx -E= -n= -N= -S= -t= -T= -U= -Z= -F= -d= -j= -p= -e= --blobs --clean --column-inserts
    --create --data-only --dbname= --disable-dollar-quoting --disable-triggers --enable-row-security --encoding=
    --exclude-schema= --exclude-table= --exclude-table-data= --extension= --extra-float-digits= --format= --if-exists
    --inserts --jobs= --load-via-partition-root --lock-wait-timeout= --no-blobs --no-comments --no-owner --no-password
    --no-privileges --no-acl --no-publications --no-security-labels --no-subscriptions --no-sync --no-tablespaces
    --no-toast-compression --no-unlogged-table-data --on-conflict-do-nothing --port= --quote-all-identifiers
    --rows-per-insert= --schema= --schema-only --section= --serializable-deferrable --snapshot= --strict-names
    --superuser= --table= --use-set-session-authorization --username= --verbose --version --password --role=
    --compress= -h= --host=`,
  value: (option, text) => host(option, text) ?? (/^-(?:d|-dbname)$/.test(option) ? address(text) : undefined),
  dangers: [danger(writes, "-f= --file="), danger(orders, "--include-foreign-data= --filter=")],
  operand: (word) => address(word)
}

/** Clients of databases. A query is harmless if it can be seen to change nothing. Sources: the manual of each. */
export const databases: ReadonlyArray<Program> = [
  {
    names: ["psql"],
    facts,
    closed: psql,
    synonyms: [
      ["-c", "--command"],
      ["-d", "--dbname"],
      ["-f", "--file"],
      ["-h", "--host"],
      ["-o", "--output"],
      ["-U", "--username"],
      ["-p", "--port"],
      ["-v", "--set", "--variable"]
    ]
  },
  {
    names: ["mysql", "mariadb"],
    facts,
    closed: mysql,
    synonyms: [
      ["-e", "--execute"],
      ["-D", "--database"],
      ["-u", "--user"],
      ["-P", "--port"],
      ["-h", "--host"]
    ]
  },
  { names: ["sqlite3"], facts, closed: sqlite3 },
  { names: ["redis-cli", "valkey-cli"], facts, closed: redis },
  {
    names: ["pg_dump"],
    facts,
    closed: dumps,
    synonyms: [
      ["-f", "--file"],
      ["-h", "--host"],
      ["-t", "--table"]
    ]
  },
  {
    names: ["pg_isready"],
    closed: {
      source: "pg_isready(1)",
      options: "-d= -p= -q -t= -U= -V --dbname= --port= --quiet --timeout= --username= --version -h= --host="
    }
  }
]

import type { ClosedList } from "./ClosedList.ts"
import { address, elsewhere, databaseFacts as facts, host, sql } from "./databaseWords.ts"
import { ordersFromInput } from "./ordersFromInput.ts"
import { danger, type Program } from "./Program.ts"

const writes = "writes a file"
const settings = "reads settings from a file, or loads code"
const orders = "runs orders from a file, or code"
const drops = "deletes what the database holds"
const server = "changes what the server does"
const changes = "changes the database"

/** The options that all programs of PostgreSQL that connect to a server share. */
const connects = `-h= -p= -U= -wWV? --host= --port= --username= --no-password --password --version`

const connection = (option: string, text: string) =>
  host(option, text) ?? (/^-(?:d|l|-dbname|-database|-maintenance-db)$/.test(option) ? address(text) : undefined)

const restores: ClosedList = {
  source: "pg_restore(1), of PostgreSQL 15",
  options: `-aelsvxO1 -d= -f= -F= -I= -j= -n= -N= -P= -S= -t= -T= -R --data-only --dbname= --exit-on-error --file=
    --format= --index= --jobs= --list --schema= --exclude-schema= --no-owner --function= --no-reconnect --schema-only
    --superuser= --table= --trigger= --verbose --no-privileges --no-acl --single-transaction --disable-triggers
    --enable-row-security --no-comments --no-data-for-failed-tables --no-publications --no-security-labels
    --no-subscriptions --no-table-access-method --no-tablespaces --restrict-key= --section= --strict-names
    --use-set-session-authorization --role= --if-exists ${connects}`,
  dangers: [danger(drops, "-c -C --clean --create"), danger("reads its orders from a file", "-L= --use-list=")],
  value: (option, text) =>
    /^-(?:f|-file)$/.test(option) ? (text === "-" ? undefined : writes) : connection(option, text)
}

const dumpsAll: ClosedList = {
  source: "pg_dumpall(1), of PostgreSQL 15",
  options: `-acgOrstvx -E= -S= -d= -l= --data-only --clean --encoding= --globals-only --no-owner --roles-only
    --schema-only --superuser= --tablespaces-only --verbose --no-privileges --no-acl --column-inserts
    --attribute-inserts --disable-dollar-quoting --disable-triggers --exclude-database= --extra-float-digits=
    --if-exists --inserts --load-via-partition-root --lock-wait-timeout= --no-comments --no-publications
    --no-role-passwords --no-security-labels --no-subscriptions --no-sync --no-table-access-method --no-tablespaces
    --no-toast-compression --no-unlogged-table-data --on-conflict-do-nothing --quote-all-identifiers --restrict-key=
    --rows-per-insert= --use-set-session-authorization --dbname= --database= --role= ${connects}`,
  dangers: [danger(writes, "-f= --file="), danger("is for upgrades in place", "--binary-upgrade")],
  value: connection
}

const makes = (source: string, options: string, ...dangers: NonNullable<ClosedList["dangers"]>): ClosedList => ({
  source,
  options: `${options} --maintenance-db= ${connects}`,
  dangers,
  value: connection,
  operand: (word) => address(word)
})

const mysqlSettings = `--defaults-file= --defaults-extra-file= --defaults-group-suffix= --plugin-dir= --default-auth=
  --init-command= --login-path= --debug=? -#=? --enable-cleartext-plugin`
const mysqlShared = `-h= -u= -P= -p=? -CvV? --host= --user= --port= --password=? --protocol= --compress --verbose --version
  --no-defaults --default-character-set= --ssl --skip-ssl --ssl-mode= --ssl-verify-server-cert
  --get-server-public-key --debug-info --connect-timeout=`

const mysqlDumps: ClosedList = {
  source: "mysqldump(1), of MariaDB 10.11 and MySQL 8",
  options: `-aABcdeEfiKlnNqQRtxXyY -w= --add-drop-database --add-drop-table --add-drop-trigger --add-locks
    --all-databases --all-tablespaces --allow-keywords --column-statistics=? --comments --compact --compatible=
    --complete-insert --create-options --databases --disable-keys --dump-date --events --extended-insert --force
    --gtid --header --hex-blob --ignore-table= --ignore-database= --include-master-host-port --insert-ignore
    --lock-all-tables --lock-tables=? --log-queries --master-data=? --source-data=? --max-allowed-packet=
    --max-statement-time= --net-buffer-length= --no-autocommit --no-create-db --no-create-info --no-data
    --no-set-names --no-tablespaces --opt --order-by-primary --order-by-size --quick=? --quote-names --replace
    --routines --set-charset --set-gtid-purged= --single-transaction=? --skip-add-drop-table --skip-add-locks
    --skip-comments --skip-compact --skip-create-options --skip-disable-keys --skip-dump-date --skip-events
    --skip-extended-insert --skip-lock-tables --skip-opt --skip-quick --skip-quote-names --skip-routines
    --skip-set-charset --skip-triggers --skip-tz-utc --skip-column-statistics --skip-definer --system= --tables
    --triggers --tz-utc --where= --xml ${mysqlShared}`,
  dangers: [
    danger(writes, "-r= -T= --result-file= --tab= --dir= --log-error="),
    danger(settings, mysqlSettings),
    danger(server, "-F --flush-logs --delete-master-logs --delete-source-logs --dump-slave=? --dump-replica=?"),
    danger(elsewhere, "-S= --socket=")
  ],
  value: (option, text) => host(option, text) ?? (/^-(?:w|-where)$/.test(option) ? sql(`select 1 ${text}`) : undefined)
}

const mysqlImports: ClosedList = {
  source: "mysqlimport(1), of MariaDB 10.11",
  options: `-iklLs -c= --columns= --fields-terminated-by= --fields-enclosed-by= --fields-optionally-enclosed-by=
    --fields-escaped-by= --force -f --ignore --ignore-foreign-keys --ignore-lines= --lines-terminated-by= --local
    --lock-tables --low-priority --silent --use-threads= ${mysqlShared}`,
  dangers: [
    danger(drops, "-d -r --delete --replace"),
    danger(settings, mysqlSettings),
    danger(elsewhere, "-S= --socket=")
  ],
  value: host
}

/** Whether a text holds orders of Transact-SQL, between which no semicolon is needed. */
const transact = (text: string) =>
  /^[^\S\n\r\u2028\u2029]*(?:!!|:)/m.test(text) ||
  /\b(?:exec(?:ute)?|merge|backup|restore|shutdown|kill|dbcc|bulk|open(?:rowset|datasource|query|xml)|reconfigure|use|deny|disable|enable|go|sp_\w+)\b/i.test(
    text
  )
    ? "is a statement that may change data"
    : sql(text)

const sqlcmd: ClosedList = {
  source: "sqlcmd -?, of sqlcmd 18",
  options: `-?bcCeEGIkmNRrX1 -d= -h= -H= -K= -l= -L=? -P= -Q= -q= -s= -S= -t= -U= -u -V= -W -w= -y= -Y= -p=? --version`,
  input: ordersFromInput("-Q -q -i -? -L --version"),
  dangers: [danger(orders, "-i= -v="), danger(writes, "-o="), danger(server, "-A -z= -Z=")],
  value: (option, text) =>
    /^-[qQ]$/.test(option)
      ? transact(text)
      : option === "-S" && !/^(?:tcp:)?(?:localhost|127\.0\.0\.1|\.|\(local\))(?:[,\\][\w$]+)?$/i.test(text)
        ? elsewhere
        : undefined
}

const cqlsh: ClosedList = {
  source: "cqlsh --help, of Cassandra 4",
  options: `-C -e= -k= -u= -p= -tvV --color --no-color --encoding= --execute= --keyspace= --username= --password= --ssl
    --cqlversion= --protocol-version= --connect-timeout= --request-timeout= --debug --tty --version`,
  dangers: [danger(orders, "-f= --file= --python="), danger(settings, "--cqlshrc= --credentials= -b= --browser=")],
  input: ordersFromInput("-e --execute -f --file --version --help"),
  value: (option, text) => (/^-(?:e|-execute)$/.test(option) ? sql(text) : undefined),
  operand: (word, before) => (before.length === 0 ? host("-h", word) : undefined)
}

const mongoShared = `-vh= -u= -p= -d= -c= -j= --host= --port= --uri= --username= --password= --db= --collection= --quiet
  --verbose=? --version --authenticationDatabase= --authenticationMechanism= --gzip --archive=? --ssl --tls
  --numParallelCollections=`

const mongo = (option: string, text: string) =>
  host(option, text) ??
  (option === "--uri" && !/^mongodb:\/\/(?:[^/@]*@)?(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/\w*)?$/.test(text)
    ? elsewhere
    : undefined)

const mongoSettings = danger(
  settings,
  "--config= --sslCAFile= --sslPEMKeyFile= --sslCRLFile= --sslAllowInvalidCertificates --tlsInsecure"
)

const shown = `-t -r -p== --nl --arrays --csv --tsv --no-headers --table --fmt= --json-cols --raw --param== --flatten
  --encoding= -n --no-detect-types --schema --dump --analyze -h`
const sqliteLoads = danger(orders, "--load-extension= --functions= --attach==")

const sqliteUtils: ClosedList = {
  source: "sqlite-utils --help, of sqlite-utils 3",
  options: "-h --version",
  subcommands: {
    "tables views triggers indexes schema dump": {
      options: `${shown} --fts4 --fts5 --counts --columns --aux`,
      dangers: [sqliteLoads]
    },
    rows: {
      options: `${shown} -c= --column= -o= --order= --where= --limit= --offset=`,
      dangers: [sqliteLoads],
      value: (option, text) => (/^--?(?:where|o|order)$/.test(option) ? sql(`select 1 ${text}`) : undefined)
    },
    search: { options: `${shown} -o= --order= -c= --column= --limit= --sql --quote`, dangers: [sqliteLoads] },
    "analyze-tables": { options: "-h -c= --column=", dangers: [danger(changes, "--save"), sqliteLoads] },
    query: {
      options: shown,
      dangers: [sqliteLoads],
      operand: (word, before) => (before.length === 0 ? undefined : sql(word))
    },
    memory: {
      options: shown,
      dangers: [danger(writes, "--save="), sqliteLoads],
      operand: (word) => (/^[\w./:-]+$/.test(word) ? undefined : sql(word))
    },
    plugins: {},
    "insert upsert bulk transform extract insert-files convert create-database create-table create-index enable-fts populate-fts rebuild-fts disable-fts optimize analyze vacuum add-column add-foreign-key add-foreign-keys index-foreign-keys enable-wal disable-wal enable-counts reset-counts duplicate drop-table create-view drop-view rename-table":
      { asks: changes },
    "install uninstall": { asks: "installs or takes away packages" }
  }
}

const named = [
  ["-h", "--host"],
  ["-d", "--dbname", "--db"],
  ["-f", "--file"],
  ["-e", "--execute"]
]

/** Programs that back up, restore and create databases, and smaller clients. Sources: the manual of each. */
export const databaseTools: ReadonlyArray<Program> = (
  [
    ["pg_restore", restores],
    ["pg_dumpall", dumpsAll],
    [
      "createdb",
      makes(
        "createdb(1), of PostgreSQL 15",
        `-D= -e -E= -l= -O= -S= -T= --tablespace= --echo --encoding= --locale= --lc-collate= --lc-ctype= --icu-locale=
          --locale-provider= --owner= --strategy= --template=`
      )
    ],
    [
      "dropdb",
      makes(
        "dropdb(1), of PostgreSQL 15",
        "-ei --echo --if-exists --interactive",
        danger("ends the work of others", "-f --force")
      )
    ],
    ["mysqldump mariadb-dump", mysqlDumps],
    ["mysqlimport mariadb-import", mysqlImports],
    ["sqlcmd", sqlcmd],
    ["cqlsh", cqlsh],
    [
      "mongodump",
      {
        source: "mongodump --help, of the MongoDB Database Tools 100",
        options: `${mongoShared} -q= --query= --readPreference= --forceTableScan --oplog --dumpDbUsersAndRoles
          --excludeCollection= --excludeCollectionsWithPrefix= --viewsAsCollections`,
        dangers: [danger(writes, "-o= --out="), danger(orders, "--queryFile="), mongoSettings],
        value: (option, text) => (option === "--archive" ? writes : mongo(option, text))
      }
    ],
    [
      "mongorestore",
      {
        source: "mongorestore --help, of the MongoDB Database Tools 100",
        options: `${mongoShared} --nsInclude= --nsExclude= --nsFrom= --nsTo= --dir= --objcheck --dryRun --noIndexRestore
          --noOptionsRestore --keepIndexVersion --maintainInsertionOrder --numInsertionWorkersPerCollection=
          --stopOnError --bypassDocumentValidation --preserveUUID --writeConcern=`,
        dangers: [danger(drops, "--drop"), danger(server, "--oplog* --restoreDbUsersAndRoles"), mongoSettings],
        value: mongo
      }
    ],
    ["sqlite-utils", sqliteUtils]
  ] as ReadonlyArray<readonly [string, ClosedList]>
).map(([names, closed]) => ({ names: names.split(" "), facts, closed, synonyms: named }))

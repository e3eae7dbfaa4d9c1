import { takes } from "./SecretOptions.ts"

/** The secrets in the commands of clients of databases, queues, directories and other servers. */
export const serverSecrets = [
  takes(
    "mysql(1), mariadb(1), OPTIONS",
    `mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlslap mysqlbinlog mysqlpump mysqlsh
mysql_upgrade mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check mariadb-show mariadb-backup xtrabackup mycli`.replaceAll(
      "\n",
      " "
    ),
    { joined: "-p" }
  ),
  takes("redis-cli(1)", "redis-cli valkey-cli keydb-cli redis-benchmark iredis", { options: "-a --pass" }),
  takes(
    "mongosh reference, Options",
    "mongosh mongo mongodump mongorestore mongoexport mongoimport mongostat mongotop",
    {
      options: "-p"
    }
  ),
  takes("sqlcmd utility, Syntax; bcp utility; tsql(1)", "sqlcmd bcp tsql mssql-cli osql isql", { options: "-P" }),
  takes("SQL*Plus User's Guide, Starting SQL*Plus", "sqlplus sqlldr impdp expdp rman", {
    operands: 1,
    operandMark: "/"
  }),
  takes("cqlsh, Command-line options", "cqlsh clickhouse-client clickhouse snowsql trino presto influx", {
    options: "-p -password"
  }),
  takes("influx, Flags", "influx influxd", { options: "-t" }),
  takes("ldapsearch(1)", "ldapsearch ldapadd ldapmodify ldapdelete ldapmodrdn ldapcompare ldapwhoami ldapexop", {
    options: "-w"
  }),
  takes("ldappasswd(1)", "ldappasswd", { options: "-w -s -a" }),
  takes("slappasswd(8)", "slappasswd", { options: "-s" }),
  takes("smbclient(1), rpcclient(1), net(8)", "smbclient rpcclient net smbget smbcacls nmblookup winexe wmic smbtree", {
    behind: ["%", "-U --user"]
  }),
  takes(
    "smbmap; NetExec wiki; evil-winrm",
    "smbmap crackmapexec nxc netexec evil-winrm hydra medusa bloodhound-python",
    {
      options: "-p -H"
    }
  ),
  takes("samba-tool(8)", "samba-tool", { options: "--newpassword --adminpass --password" }),
  takes("mosquitto_pub(1)", "mosquitto_pub mosquitto_sub mosquitto_rr", { options: "-P --pw" }),
  takes("mosquitto_passwd(1)", "mosquitto_passwd", { flag: "b", operands: "last" }),
  takes("rabbitmqctl(8)", "rabbitmqctl", { after: "add_user", operands: 2 }),
  takes("rabbitmqctl(8)", "rabbitmqctl", { after: "change_password", operands: 2 }),
  takes("rabbitmqctl(8)", "rabbitmqctl", { after: "authenticate_user", operands: 2 }),
  takes("rabbitmqadmin, --help", "rabbitmqadmin", { options: "-p" }),
  takes("etcdctl, global options", "etcdctl", { behind: [":", "--user"] }),
  takes("curl(1)", "curl", {
    options: "--oauth2-bearer --pass --proxy-pass --proxy-tlspassword --tlspassword",
    behind: [":", "-u --user -U --proxy-user -E --cert --proxy-cert"]
  }),
  takes("curl(1)", "curl", { behind: ["=", "-b --cookie"] }),
  takes("AUTH, of Redis", "redis-cli valkey-cli keydb-cli", { after: "AUTH", operands: 1 }),
  takes("AUTH, of Redis", "redis-cli valkey-cli keydb-cli", { after: "auth", operands: 1 }),
  takes("wget(1)", "wget wget2", { options: "--password --http-password --ftp-password --proxy-password" }),
  takes("HTTPie docs, Authentication", "http https xh xhs", { options: "-a --auth" }),
  takes("lftp(1)", "lftp", { behind: [",", "-u --user"] }),
  takes("ncftpput(1)", "ncftpput ncftpget ncftpls", { options: "-p" }),
  takes("aria2c(1)", "aria2c", { options: "--http-passwd --ftp-passwd --rpc-secret --all-proxy-passwd" }),
  takes("snmpcmd(1)", "snmpget snmpwalk snmpset snmpbulkwalk snmpgetnext snmptrap snmptable", { options: "-A -X -c" }),
  takes("ipmitool(1)", "ipmitool", { options: "-P -k" }),
  takes("xfreerdp(1)", "xfreerdp xfreerdp3 wfreerdp sdl-freerdp", { options: "/p /p: /pth" }),
  takes("rdesktop(1)", "rdesktop", { options: "-p" }),
  takes("sshpass(1)", "sshpass", { options: "-p" }),
  takes("PuTTY User Manual, 3.11", "plink pscp psftp putty", { options: "-pw" }),
  takes("ab(1)", "ab", { behind: [":", "-A -P"] }),
  takes("htpasswd(1)", "htpasswd", { flag: "b", operands: "last" }),
  takes("swaks reference", "swaks", { options: "-ap --auth-password" }),
  takes("wscat, websocat, --help", "wscat websocat", { behind: [":", "--auth --basic-auth"] }),
  takes("nats CLI", "nats", { options: "--password --token" }),
  takes("confluent CLI", "confluent", { options: "--api-secret --secret" })
]

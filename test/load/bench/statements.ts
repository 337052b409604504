// Counts the SQL statements of some work by PostgreSQL’s log, including begin and commit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from '#test/load/stage.ts'

/** Counts all statements until `work` resolves, including the sweeps of an idle worker. */
export async function countStatements(
  { sql, database: { home } }: Stage,
  work: () => Promise<void>,
): Promise<number> {
  const before = readLog(home).length
  await logAll(sql, true)
  await work()
  await logAll(sql, false)
  const lines = readLog(home).slice(before).split('\n')
  return lines.filter((line) => /LOG: {2}(statement|execute [^:]+):/.test(line)).length
}

const readLog = (home: string): string => readFileSync(join(home, 'postgres.log'), 'utf8')

async function logAll(sql: Stage['sql'], isOn: boolean): Promise<void> {
  await sql.unsafe(`alter system set log_statement = '${isOn ? 'all' : 'none'}'`)
  await sql`select pg_reload_conf()`
  // Each connection applies the setting before its next statement.
  await wait(200)
}

// How many statements something costs, as PostgreSQL logs them: begin and commit are among them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from '#test/load/stage.ts'

/** Of all that `work` causes until it resolves, sweeps of a worker at rest included. */
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
  // Each connection sees it before its next statement.
  await wait(200)
}

// Saves rows about a failed check beside the processes’ log, because the database is deleted when the command ends.
import { appendFile } from 'node:fs/promises'
import type { Sql } from 'postgres'
import type { Outside } from './outside.ts'

const anId = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

/** Saves for at most 20 transactions the rows of each table, and the requests to the bureau. */
export async function keepRows(
  sql: Sql,
  { bureau }: Pick<Outside, 'bureau'>,
  wrong: readonly string[],
  file: string,
): Promise<void> {
  const ids = [...new Set(wrong.flatMap((line) => line.match(anId) ?? []))].slice(0, 20)
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'transaction_id' and udt_name = 'uuid' order by 1`
  for (const id of ids) {
    const lines: string[] = []
    const keep = async (name: string, rows: PromiseLike<readonly { row: unknown }[]>) => {
      for (const { row } of await rows) lines.push(`${name} ${JSON.stringify(row)}`)
    }
    for (const { name } of tables)
      await keep(
        name,
        sql`select to_jsonb(t) as row from ${sql(name)} t where transaction_id = ${id}`,
      )
    const orders = sql`select o.id from check_order o join check_request c on c.id = o.check_id
      where c.transaction_id = ${id}`
    await keep(
      'check_order',
      sql`select to_jsonb(o) as row from check_order o where id in (${orders})`,
    )
    await keep(
      'check_attempt',
      sql`select to_jsonb(a) as row from check_attempt a where order_id in (${orders})`,
    )
    await keep(
      'challenge_attempt',
      sql`select to_jsonb(a) as row from challenge_attempt a
        where challenge_id in (select id from challenge where transaction_id = ${id})`,
    )
    for (const { url, headers } of bureau.requests)
      if (headers['x-transaction'] === id)
        lines.push(`bureau ${url.pathname} under ${headers['idempotency-key']}`)
    await appendFile(file, `\nrows of ${id}\n${lines.join('\n')}\n`)
  }
}

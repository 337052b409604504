// Creation and token request as bare SQL statements: the baselines of `creation` and `token-call`.
import { randomInt, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'

const tenant = 'bench'

type Person = { readonly email: string }

/** Stores the fields and the first answer. */
export function createBare(sql: Sql, person: Person): Promise<string> {
  const key = randomUUID()
  const id = randomUUID()
  return sql.begin(async (tx) => {
    await claim(tx, 'create', key)
    await tx`insert into bare.transaction (id, tenant, mode, created_at, fields)
      values (${id}, ${tenant}, 'sandbox', clock_timestamp(), ${tx.json(person)}) returning *`
    await remember(tx, { operation: 'create', key }, id, { id, ...person })
    return id
  })
}

/** Stores insights as the service has answered them. */
export async function keepBareInsights(sql: Sql, id: string, insights: unknown): Promise<void> {
  await sql`insert into bare.insights (transaction_id, insights)
    values (${id}, ${JSON.stringify(insights)}::text::jsonb)`
}

/** Locks the transaction, counts the sends in the rate windows, and stores the token and the first answer. */
export async function openBareToken(sql: Sql, id: string): Promise<void> {
  const key = randomUUID()
  await sql.begin(async (tx) => {
    await claim(tx, 'token', key)
    const [row] = await tx<{ fields: Person }[]>`
      select * from bare.transaction where id = ${id} and tenant = ${tenant} for no key update`
    const address = row?.fields.email ?? ''
    await Promise.all([
      tx`select * from bare.token where transaction_id = ${id} order by created_at desc limit 10`,
      tx`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`,
      tx`select created_at from bare.token
        where address = ${address} and created_at > clock_timestamp() - interval '1 day'`,
    ])
    const [token] = await tx`
      insert into bare.token (id, transaction_id, created_at, expires_at, code, address)
      values (${randomUUID()}, ${id}, clock_timestamp(), clock_timestamp() + interval '1 hour',
        ${String(randomInt(1_000_000))}, ${address}) returning id, created_at, expires_at`
    await remember(tx, { operation: 'token', key }, id, { ...token })
  })
}

async function claim(tx: TransactionSql, operation: string, key: string): Promise<void> {
  await Promise.all([
    tx`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0))`,
    tx`select * from bare.answer where tenant = ${tenant} and operation = ${operation}
      and key = ${key}`,
  ])
}

async function remember(
  tx: TransactionSql,
  { operation, key }: { readonly operation: string; readonly key: string },
  id: string,
  answer: Record<string, string>,
): Promise<void> {
  await tx`insert into bare.answer (tenant, operation, key, transaction_id, answer, created_at)
    values (${tenant}, ${operation}, ${key}, ${id}, ${tx.json(answer)}, clock_timestamp())`
}

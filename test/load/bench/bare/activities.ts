// The steps of the bare journey: the essential inserts and updates, by postgres.js.
import { randomInt, randomUUID } from 'node:crypto'
import type { JSONValue, Sql } from 'postgres'

export type BareActivities = ReturnType<typeof createBareActivities>

export function createBareActivities(sql: Sql) {
  return {
    async create(id: string, fields: Record<string, unknown>): Promise<{ id: string }> {
      // Safe because the fields came as JSON.
      const json = sql.json(fields as JSONValue)
      await sql`insert into bare.transaction (id, tenant, mode, created_at, fields)
        values (${id}, 'bench', 'sandbox', now(), ${json}) on conflict do nothing`
      return { id }
    },

    /** Opens a token, and sends its message by inserting a row, as the sandbox does. */
    async openToken(id: string): Promise<{ code: string }> {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await sql.begin((tx) => [
        tx`insert into bare.token (id, transaction_id, created_at, expires_at, code, address)
          select ${randomUUID()}, id, now(), now() + interval '1 hour', ${code}, fields->>'email'
          from bare.transaction where id = ${id}`,
        tx`insert into bare.message (id, transaction_id, content, created_at)
          values (${randomUUID()}, ${id}, ${`Your code is ${code}`}, now())`,
      ])
      return { code }
    },

    async validate(id: string, code: string): Promise<{ valid: boolean }> {
      const rows = await sql`update bare.token set replied_at = now()
        where transaction_id = ${id} and code = ${code} and expires_at > now() returning id`
      return { valid: rows.length > 0 }
    },

    async runPack(id: string): Promise<{ score: number }> {
      const [row] = await sql<{ value: number }[]>`
        insert into bare.score (id, transaction_id, value, created_at)
        select ${randomUUID()}, ${id}, 50 + 20 * count(*) filter (where replied_at is not null), now()
        from bare.token where transaction_id = ${id} returning value`
      return { score: row?.value ?? 0 }
    },

    /** What a system answers. */
    async callSystem(url: string): Promise<boolean> {
      const answer = await fetch(url, { method: 'POST', body: '{"document":"52998224725"}' })
      return (await answer.text()) === '{"granted":true}'
    },

    /** A module’s result: its input facts, and one value. */
    async runModule(id: string, module: string): Promise<number> {
      const [row] = await sql<{ value: number }[]>`
        insert into bare.result (id, transaction_id, module, value, created_at)
        select ${randomUUID()}, id, ${module}, 50 + length(fields::text) % 50, now()
        from bare.transaction where id = ${id} returning value`
      return row?.value ?? 0
    },
  }
}

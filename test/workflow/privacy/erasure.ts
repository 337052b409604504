// One of the persons is erased at the end, with a workflow that has run: what found them, and their key, is sought too.
import postgres from 'postgres'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import type { Sought } from '#test/support/find-values.ts'
import type { PrivacyClient } from './client.ts'

/** Of the one with the longest journal; resolves to what was kept of them, whose bytes nobody may have written down. */
export async function eraseOne(
  { databaseUrl }: OwnStack,
  { call, until }: PrivacyClient,
): Promise<Sought[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} })
  const [row] = await sql<{ id: string; wrapped: Uint8Array }[]>`
    select one.id, wrapped_key as wrapped from submission one join transaction using (id)
    where one.tenant = 'acme' and one.mode = 'sandbox' order by last_seq desc limit 1`
  if (!row) throw new Error('nobody is there to erase')
  const hashes = await sql<{ kind: string; hash: Uint8Array }[]>`
    select kind, hash from sighting where transaction_id = ${row.id}`
  const { status, text } = await call('DELETE', `/v1/transaction/${row.id}`, {
    claims: { scope: 'data:erase transactions:read' },
  })
  if (status !== 202 || hashes.length === 0) throw new Error(`an erasure is answered ${status}`)
  const { receiptId } = JSON.parse(text)
  // Its objects are gone, its line is written, its workflow was told.
  await until('an erasure', async () => {
    const [pending] = await sql<{ left: number }[]>`
      select (select count(*)::int from image where transaction_id = ${row.id})
        + (select count(*)::int from erasure where receipt_id = ${receiptId} and tries = 0) as left`
    return pending?.left === 0
  })
  await sql.end()
  return [
    { value: 'data key', bytes: row.wrapped },
    ...hashes.map(({ kind, hash }) => ({ value: `hash of ${kind}`, bytes: hash })),
  ]
}

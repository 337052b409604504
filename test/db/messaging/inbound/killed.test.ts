// An API that dies in the middle of a commit of several reports: its vendor had no answer, and tells another process again.
import { expect } from 'vitest'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { signMeta } from '#src/vendors/meta/signature.ts'
import { sql } from 'drizzle-orm'
import { holdRows } from '#test/support/hold.ts'
import { accounts, openHooks, readKinds, sendRecord } from '#test/support/hooks.ts'
import { metaBody, metaStatus, postMeta } from '#test/support/messaging/callbacks.ts'
import { createFleet } from '#test/support/process.ts'
import { test } from '#test/db/fixture.ts'

const account = {
  vendor: 'meta',
  phoneNumberId: '10650',
  senderNumber: '+551130000005',
  accessToken: 'access',
  appSecret: 'app secret',
  verifyToken: 'verify me',
  templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } },
  shared: false,
}

test('nothing of it is written, and each report counts once when it comes again', async ({
  db,
  url,
}) => {
  const ring = createKeyring()
  const other = await openHooks(db, [accounts.meta], createSealer(openKeyring(ring)))
  await using fleet = createFleet({
    databaseUrl: url,
    // Nobody listens there, and nobody is to be nudged.
    temporalAddress: '127.0.0.1:1',
    bundlePath: '',
    environment: {
      KEYRING: JSON.stringify(ring),
      MESSAGING: JSON.stringify({
        accounts: { [accounts.meta.id]: account },
        channels: { whatsapp: [accounts.meta.id] },
      }),
    },
  })
  const [doomed, ...sent] = await Promise.all([
    fleet.startApi(),
    ...[1, 2, 3].map(() => sendRecord(other, { challengeKind: 'whatsapp-2fa' })),
  ])
  const ids = `{${sent.map(({ ref }) => ref).join(',')}}`
  // The last one, so that the others are written when it stops.
  const hold = await holdRows(
    db,
    sql`select 1 from challenge where id = (select max(id::text)::uuid from challenge
      where id = any(${ids}::uuid[])) for update`,
  )
  const statuses = sent.map((one) => metaStatus(one, 'delivered'))
  const text = JSON.stringify(metaBody({ statuses }, account.phoneNumberId))
  const answer = fetch(`${doomed.url}/hooks/meta`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signMeta('app secret', text),
    },
  }).catch(() => 'cut off')
  await hold.untilWaitedFor('atesta-api')
  await doomed.kill()
  expect(await answer).toBe('cut off')
  await hold.release()
  await expect
    .poll(async () => {
      const open = await db.execute(
        sql`select from pg_stat_activity where application_name = 'atesta-api' and datname = current_database()`,
      )
      return open.length
    })
    .toBe(0)
  for (const one of sent) expect(await readKinds(other, one)).toEqual([])
  expect((await postMeta(other, metaBody({ statuses }))).status).toBe(200)
  for (const one of sent) expect(await readKinds(other, one)).toEqual(['delivered'])
})

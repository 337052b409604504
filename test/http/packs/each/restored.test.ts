// A database that is put back to an earlier state while a company’s partners are verified: what was lost is made again, as
// it was, and what was there is made no second time.
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#src/platform/db/client.ts'
import { runningUrl } from '#test/db/setup.ts'
import {
  company,
  type Family,
  openFamily,
  ownersPack,
  partnerPack,
  people,
} from '#test/support/packs/family.ts'
import { createTransaction } from '#test/support/transactions.ts'

const countOf = async (family: Family, id: string, kind: string): Promise<number> =>
  (await family.timeline(id)).filter((one) => one.kind === kind).length

test('a company that was put back behind the list, behind its children, and behind the end of one: each is there once, and it gets its verdict', async () => {
  await using parts = new AsyncDisposableStack()
  const adminUrl = inject('adminUrl')
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  parts.defer(() => admin.end())
  const suffix = randomBytes(6).toString('hex')
  const copy = async (name: string, from: string) => {
    await admin`create database ${admin(name)} template ${admin(from)}`
    parts.defer(async () => void (await admin`drop database ${admin(name)} with (force)`))
    return openDatabase(runningUrl(adminUrl, name), 'test')
  }
  const [used, backup] = [`test_${suffix}_used`, `test_${suffix}_backup`]

  const first = await copy(used, inject('template'))
  const before = await openFamily(first.db)
  const partner = await before.publish(partnerPack)
  const owners = await before.publish(ownersPack(`${partner}@1`))
  const ids: string[] = []
  for (let made = 0; made < 3; made += 1)
    ids.push(await createTransaction(before.app, { ...company, partners: people }, before.claims))
  const [listed = '', made = '', told = ''] = ids
  for (const id of ids) await before.ask('GET', `/v1/packs/${owners}/${id}`)
  await before.settle(made)
  await before.settle(told)
  const [untold = ''] = (await before.children(owners, told)).flatMap((one) => one.transactionId ?? []) // prettier-ignore
  // It has ended, and its parent does not know yet.
  await before.ask('POST', `/v1/packs/${partner}/${untold}/steps/look`, { result: { verdict: 'approved' } }) // prettier-ignore
  await first.close()
  const second = await copy(backup, used)

  // What happens from then on is lost.
  const again = openDatabase(runningUrl(adminUrl, used), 'test')
  const lost = await openFamily(again.db, {}, before.tenant, before.app.sealer)
  await lost.settle(listed)
  const lostIds = await lost.idsOf(listed)
  expect(lostIds).toHaveLength(3)
  for (const child of await lost.idsOf(made)) await lost.judge(partner, made, child, 'rejected')
  expect(await lost.read(owners, made)).toMatchObject({ outcome: 'rejected' })
  await again.close()

  const family = await openFamily(second.db, {}, before.tenant, before.app.sealer)
  expect(await family.idsOf(listed)).toEqual([])
  for (const id of ids) {
    await family.settle(id)
    expect(await family.idsOf(id)).toHaveLength(3)
    expect(await countOf(family, id, 'child-made')).toBe(3)
  }
  expect((await family.idsOf(listed)).toSorted()).toEqual(lostIds.toSorted())
  expect(await countOf(family, told, 'child-changed')).toBe(1)
  expect(await family.children(owners, told)).toMatchObject([{ outcome: 'approved' }, {}, {}])
  for (const id of ids) {
    for (const { transactionId = '', outcome } of await family.children(owners, id))
      if (outcome === undefined) await family.judge(partner, id, transactionId, 'approved')
    expect(await family.read(owners, id)).toMatchObject({ outcome: 'approved' })
    expect(await countOf(family, id, 'child-changed')).toBe(3)
  }
  await second.close()
})

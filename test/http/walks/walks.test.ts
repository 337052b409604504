// Which areas of the service a request passes, from its bytes to its answer, by the functions that it calls; and at
// most how many folders of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openHooks, sendRecord } from '#test/support/hooks.ts'
import { report } from '#test/support/messaging/callbacks.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { walk } from '#test/support/walk.ts'
import { test as base } from '#test/db/fixture.ts'

type Ask = () => Promise<unknown>

/** What passes while nothing is asked: timers of the process, such as the look at the registry every two seconds. */
let beside: Set<string> | undefined

/** The first time also makes what is made once. Of the others counts what each of them passed, and timers did not. */
const test = base.extend<{ passed: (prepare: () => Promise<Ask>) => Promise<Passed> }>({
  passed: async ({}, use) => {
    await use(async (prepare) => {
      await (
        await prepare()
      )()
      let files = await walk(await prepare())
      for (let others = 4; others > 0; others--) {
        const again = new Set(await walk(await prepare()))
        files = files.filter((file) => again.has(file))
      }
      beside ??= new Set(await walk(() => sleep(4_500)))
      files = files.filter((file) => !beside?.has(file))
      const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))
      return { areas: [...new Set(files.map(areaOf))], folders: folders.size }
    })
  },
})

type Passed = { readonly areas: string[]; readonly folders: number }

const areaOf = (file: string) => file.split('/')[0] ?? ''

// What every commit passes: the runs of packs that go on, the links that follow them, and what tells a parent of a child.
const commits = ['journey', 'links', 'packs', 'platform']

test('a creation passes four areas', async ({ db, passed }) => {
  const app = await openHooks(db)
  const { areas, folders } = await passed(async () => () => createTransaction(app))
  expect(areas.toSorted()).toEqual(['journey', 'platform', 'risk', 'screening'])
  expect(folders).toBeLessThanOrEqual(18)
})

test('an e-mail code passes five', async ({ db, passed }) => {
  const app = await openHooks(db)
  const { areas, folders } = await passed(async () => {
    const id = await createTransaction(app)
    return () => app.call('POST', `/v1/transaction/${id}/emails/tokens`)
  })
  expect(areas.toSorted()).toEqual([...commits, 'messaging'].toSorted())
  // A file of the platform by itself, such as that of bounded memories, counts as one.
  expect(folders).toBeLessThanOrEqual(22)
})

test('a callback of a vendor passes six', async ({ db, passed }) => {
  const app = await openHooks(db)
  const { areas, folders } = await passed(async () => {
    const sent = await sendRecord(app, { outcome: 'accepted' })
    return () => report(app, sent, 'delivered')
  })
  expect(areas.toSorted()).toEqual([...commits, 'messaging', 'vendors'].toSorted())
  expect(folders).toBeLessThanOrEqual(21)
})

test('the query of a pack passes eight, because its score reads all evidence', async ({
  db,
  passed,
}) => {
  const app = await openHooks(db)
  const { areas, folders } = await passed(async () => {
    const id = await createTransaction(app)
    return () => app.call('GET', `/v1/packs/basic/${id}`, { headers: { prefer: 'wait=0' } })
  })
  expect(areas.toSorted()).toEqual(
    [...commits, 'biometrics', 'messaging', 'risk', 'screening'].toSorted(),
  )
  // Each capability that gives the score’s facts is one of them, reviews with what a person has rejected and
  // corrections too.
  expect(folders).toBeLessThanOrEqual(41)
})

test('a link passes four', async ({ db, passed }) => {
  const app = await openHooks(db)
  const { areas, folders } = await passed(async () => {
    const id = await createTransaction(app)
    return () => app.call('GET', `/v1/transaction/${id}/lvs`)
  })
  expect(areas.toSorted()).toEqual(commits)
  // The document of its pack says which steps it has.
  expect(folders).toBeLessThanOrEqual(17)
})

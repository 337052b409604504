// Processes that die between two transactions: a child is made once and its end is told once, whoever is killed.
import { expect } from 'vitest'
import { runTask } from '#src/journey/commit/run-task.ts'
import type { TaskDefinition, TaskRun } from '#src/journey/commit/task.ts'
import { childTasks } from '#src/links/children/tasks.ts'
import { eachTask, tellTask } from '#src/packs/runs/rules.ts'
import { test as base } from '#test/db/fixture.ts'
import {
  type Family,
  openFamily,
  ownersPack,
  partnerPack,
  people,
} from '#test/support/packs/family.ts'
import { eq } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import { company } from '#test/support/packs/family.ts'
import { createTransaction } from '#test/support/transactions.ts'

const test = base.extend('family', ({ db }) => openFamily(db))

/** Performs a transaction's task of that name with another run in the place of its own. */
async function performAs(
  { app, db }: Family,
  id: string,
  name: string,
  as: (run: TaskRun) => TaskRun,
): Promise<void> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
  const key = row?.agenda.find(({ task }) => task === name)?.key
  const definition = childTasks(app.deps).find((one) => one.name === name)
  if (key === undefined || !definition) throw new Error(`there is no task ${name}`)
  const dying: TaskDefinition = { ...definition, perform: (run) => definition.perform(as(run)) }
  const settings = { holdMs: 0, failuresMax: 3, idleMs: 0, historyMax: 2_000 }
  const deps = { ...app.deps, settings }
  await runTask(deps, dying, { id, key, after: 0 }, new AbortController().signal)
}

const died = new Error('the process has died')
/** It dies before its last commit. */
const dyingAtLast = (run: TaskRun): TaskRun => ({
  ...run,
  commitLast: async () => {
    throw died
  },
})
const countOf = async (family: Family, id: string, kind: string): Promise<number> =>
  (await family.timeline(id)).filter((one) => one.kind === kind).length

/** A company whose run has come to its partners; nothing that is due is made. */
async function comeToList(family: Family) {
  const partner = await family.publish(partnerPack)
  const owners = await family.publish(ownersPack(`${partner}@1`))
  const id = await createTransaction(family.app, { ...company, partners: people }, family.claims)
  await family.ask('GET', `/v1/packs/${owners}/${id}`)
  return { partner, owners, id }
}

test('killed between the creation of the children and the entry of the parent: each is made once, and said once', async ({
  family,
}) => {
  const { owners, id } = await comeToList(family)
  await expect(performAs(family, id, eachTask, dyingAtLast)).rejects.toBe(died)
  const before = await family.idsOf(id)
  expect(before).toHaveLength(3)
  expect(await countOf(family, id, 'child-made')).toBe(0)
  await family.settle(id)
  expect((await family.idsOf(id)).toSorted()).toEqual(before.toSorted())
  expect(await countOf(family, id, 'child-made')).toBe(3)
  for (const child of before) {
    expect(await countOf(family, child, 'transaction-created')).toBe(1)
    expect(await countOf(family, child, 'pack-started')).toBe(1)
  }
  expect(await family.children(owners, id)).toMatchObject(people.map(() => ({ status: 'waiting' })))
})

test('killed behind the first child: the others are made by the next try', async ({ family }) => {
  const { id } = await comeToList(family)
  let created = 0
  const { nudger } = family.app.deps
  const deps = {
    ...family.app.deps,
    nudger: {
      ...nudger,
      nudge: () => {
        created += 1
        if (created === 1) throw died
      },
    },
  }
  const one = { ...family, app: { ...family.app, deps } }
  await expect(performAs(one, id, eachTask, (run) => run)).rejects.toBe(died)
  expect(await family.idsOf(id)).toHaveLength(1)
  await family.settle(id)
  expect(await family.idsOf(id)).toHaveLength(3)
  expect(await countOf(family, id, 'child-made')).toBe(3)
})

test('killed between the end of a child and the entry of its parent, before or behind it: told once', async ({
  family,
}) => {
  const { partner, owners, id } = await comeToList(family)
  await family.settle(id)
  const [first = '', second = ''] = (await family.children(owners, id)).flatMap(
    (one) => one.transactionId ?? [],
  )
  const end = (child: string) =>
    family.ask('POST', `/v1/packs/${partner}/${child}/steps/look`, {
      result: { verdict: 'approved' },
    })
  await end(first)
  await expect(performAs(family, first, tellTask, dyingAtLast)).rejects.toBe(died)
  expect(await countOf(family, id, 'child-changed')).toBe(1)
  await end(second)
  const dyingAtFirst = (run: TaskRun): TaskRun => ({
    ...run,
    commit: async () => {
      throw died
    },
  })
  await expect(performAs(family, second, tellTask, dyingAtFirst)).rejects.toBe(died)
  expect(await countOf(family, id, 'child-changed')).toBe(1)
  await family.settle(id)
  expect(await countOf(family, id, 'child-changed')).toBe(2)
  expect(await family.children(owners, id)).toMatchObject([
    { status: 'ended', outcome: 'approved' },
    { status: 'ended', outcome: 'approved' },
    { status: 'waiting' },
  ])
})

test('a run that is cancelled while its children are being made makes no more, and leaves none open', async ({
  family,
}) => {
  const { owners, id } = await comeToList(family)
  const { runId } = await family.read(owners, id)
  const path = `/v1/packs/${owners}/${id}/runs/${runId}`
  /** The run is cancelled behind the look at what is to be made. */
  const meanwhile = (run: TaskRun): TaskRun => ({
    ...run,
    commit: async (work) => {
      const found = await run.commit(work)
      expect((await family.ask('DELETE', path)).status).toBe(200)
      return found
    },
  })
  await performAs(family, id, eachTask, meanwhile)
  await family.settle(id)
  expect(await family.idsOf(id)).toEqual([])
  const again = await comeToList(family)
  await expect(performAs(family, again.id, eachTask, dyingAtLast)).rejects.toBe(died)
  const run = await family.read(again.owners, again.id)
  await family.ask('DELETE', `/v1/packs/${again.owners}/${again.id}/runs/${run.runId}`)
  await family.settle(again.id)
  const listed = await (await family.ask('GET', `/v1/transactions?parent=${again.id}`)).json()
  expect(listed.transactions).toHaveLength(3)
  for (const { packs } of listed.transactions)
    expect(packs).toMatchObject([{ status: 'completed', outcome: 'cancelled' }])
})

test('a child that ends as it is made needs no task of its own to say so, and is told of though its maker dies', async ({
  family,
}) => {
  const ended = await family.publish({ kind: 'stop', outcome: 'approved', reason: 'known' })
  const owners = await family.publish(ownersPack(`${ended}@1`))
  const id = await createTransaction(family.app, { ...company, partners: people }, family.claims)
  await family.ask('GET', `/v1/packs/${owners}/${id}`)
  await expect(performAs(family, id, eachTask, dyingAtLast)).rejects.toBe(died)
  for (const child of await family.idsOf(id))
    expect(await countOf(family, child, 'parent-owed')).toBe(0)
  await family.settle(id)
  expect(await family.read(owners, id)).toMatchObject({ status: 'completed', outcome: 'approved' })
  expect(await countOf(family, id, 'child-changed')).toBe(3)
})

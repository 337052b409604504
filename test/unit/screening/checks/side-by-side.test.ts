// Which orders one task buys: its own first, and what else is due of its transaction, as many as it has time for.
import { expect, test } from 'vitest'
import type { Task } from '#src/journey/transaction/task.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buyCall, orderAndBuyCall } from '#src/screening/checks/calls.ts'
import type { CheckDeps } from '#src/screening/checks/record.ts'

const now = new Date()

const order = (ref: string, changed: Partial<Task> = {}): Task => ({
  key: `check-buy:${ref}`,
  task: 'check-buy',
  ref,
  dueAt: now.getTime(),
  lane: 'local',
  seq: 1,
  ...changed,
})

const orders = (count: number) => Array.from({ length: count }, (_, at) => order(`${at}`))

// Safe because the choice reads the tasks and the clock alone.
const nothing = {} as CheckDeps
const noDb = {} as Db
const toLocked = (tasks: readonly Task[]) => ({ tasks, now }) as Locked

test('its own is among them, however many are due before it', async () => {
  const tasks = orders(40)
  const own = order('39')
  const chosen = await buyCall(nothing).tasks?.(noDb, toLocked(tasks), own)
  expect(chosen?.map(({ ref }) => ref)).toEqual(['39', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']) // prettier-ignore
})

test('what comes later, is paused or is no purchase is left alone', async () => {
  const far = { dueAt: now.getTime() + 1 }
  const tasks = [
    order('own'),
    order('later', far),
    order('looked-up', { task: 'check-look-up' }),
    order('due'),
  ]
  const chosen = await buyCall(nothing).tasks?.(noDb, toLocked(tasks), order('own'))
  expect(chosen?.map(({ ref }) => ref)).toEqual(['own', 'due'])
})

test('who orders a check buys what was ordered in the same commit, and never itself', async () => {
  const locked = toLocked([order('before')])
  const call = orderAndBuyCall(nothing, async (_tx, its) => {
    its.tasks = [...its.tasks, ...orders(20)]
  })
  const chosen = await call.tasks?.(
    noDb,
    locked,
    order('start', { task: 'background-check-start' }),
  )
  expect(chosen?.map(({ ref }) => ref)).toEqual(['before', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']) // prettier-ignore
})

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { createTestClient, kindsOf, only } from './client.ts'
import { startServiceOn, withService } from './fixture.ts'

const test = withService()

describe('moving the clock', () => {
  test('answers with the moved time, once everything due by then has fired', async ({ client }) => {
    const id = await client.create()
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-accepted')
    const { now } = await client.advance(id, 'PT61M')
    expect(Math.abs(Date.parse(now) - Date.now() - 61 * 60_000)).toBeLessThan(60_000)
    expect(kindsOf(await client.journal(id)).slice(-3)).toEqual([
      'clock-advanced',
      'challenge-expired',
      'clock-settled',
    ])
  })

  test('waits for a message that is being sent', async ({ client }) => {
    const id = await client.create('slow+clock@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.advance(id, 'PT1M')
    const kinds = kindsOf(await client.journal(id))
    expect(kinds.indexOf('challenge-accepted')).toBeLessThan(kinds.indexOf('clock-settled'))
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('adds up, also when several moves come at once', async ({ client }) => {
    const id = await client.create()
    const moves = ['PT10M', 'P1D', 'PT20M', 'PT30M', 'P2W']
    const answers = await Promise.all(moves.map((move) => client.advance(id, move)))
    const latest = Math.max(...answers.map(({ now }) => Date.parse(now)))
    const sum = 60 * 60_000 + 15 * 24 * 3_600_000
    expect(Math.abs(latest - Date.now() - sum)).toBeLessThan(60_000)
    const entries = await client.journal(id)
    const last = entries.filter(({ kind }) => kind === 'clock-advanced').at(-1)
    expect(entries.filter(({ kind }) => kind === 'clock-advanced')).toHaveLength(5)
    expect(entries.findLast(({ kind }) => kind === 'clock-settled')?.ref).toBe(String(last?.seq))
  })

  test('takes P400D in one call, and not a day more', async ({ client }) => {
    const id = await client.create()
    await client.requestToken(id)
    const { now } = await client.advance(id, 'P400D')
    expect(Math.abs(Date.parse(now) - Date.now() - 400 * 86_400_000)).toBeLessThan(60_000)
    only(await client.journal(id), 'challenge-expired')
    const body = { advance: 'P401D' }
    await client.ask('POST', `/v1/sandbox/transactions/${id}/clock`, 400, { body })
  })

  test('by nothing answers as well', async ({ client }) => {
    const id = await client.create()
    await client.advance(id, 'PT0S')
    only(await client.journal(id), 'clock-settled')
    expect(await client.tasks(id)).toEqual([])
  })
})

const asleep = database.extend('service', { scope: 'file' }, async ({ url }, { onCleanup }) => {
  const service = await startServiceOn(url, { worker: false })
  onCleanup(() => service.close())
  return service
})

asleep(
  'a repeat with the same key joins the wait: one move, and the same answer for both',
  async ({ service }) => {
    const client = createTestClient(service)
    const id = await client.create()
    const move = () =>
      service.call('POST', `/v1/sandbox/transactions/${id}/clock`, {
        body: { advance: 'PT10M' },
        headers: { 'idempotency-key': 'move-once' },
      })
    const first = move()
    await client.journalWith(id, 'clock-advanced')
    const repeat = move()
    // Both wait: nobody works yet.
    const early = await Promise.race([first, repeat, sleep(300, 'waiting')])
    expect(early).toBe('waiting')
    await service.work()
    const answers = await Promise.all([first, repeat])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    only(await client.journal(id), 'clock-advanced')
    const [one, other] = await Promise.all(answers.map((answer) => answer.json()))
    expect(other).toEqual(one)
    const later = await move()
    expect(later.headers.get('idempotent-replayed')).toBe('true')
    expect(await later.json()).toEqual(one)
  },
)

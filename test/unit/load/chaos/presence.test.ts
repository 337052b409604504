import { expect, test } from 'vitest'
import { createPresence, watch } from '#test/load/chaos/presence.ts'

function open() {
  let now = 0
  const presence = createPresence({
    apis: ['api-1', 'api-2'],
    workers: ['worker-1'],
    now: () => now,
  })
  /** How much of a second in which these are held counts. */
  const hold = (...targets: string[]) => {
    const before = presence.thereMs()
    for (const target of targets) presence.begin(target)
    now += 1_000
    for (const target of targets) presence.end(target)
    return presence.thereMs() - before
  }
  return { presence, hold }
}

test('time counts while both servers, an API and a worker are there, with their lines', () => {
  const { hold } = open()
  expect(hold()).toBe(1_000)
  expect(hold('api-1')).toBe(1_000)
  expect(hold('api-1→Temporal', 'first')).toBe(1_000)
})

test.each([
  ['PostgreSQL'],
  ['Temporal'],
  ['worker-1'],
  ['worker-1→PostgreSQL'],
  ['api-1', 'api-2'],
  ['api-1', 'api-2→PostgreSQL'],
])('no time counts while these are away: %s %s', (...targets) => {
  const { hold } = open()
  expect(hold(...targets.filter((target) => target !== undefined))).toBe(0)
  expect(hold()).toBe(1_000)
})

test('whom two events hold is away until both are over', () => {
  const { presence, hold } = open()
  presence.begin('PostgreSQL')
  expect(hold('PostgreSQL')).toBe(0)
  expect(hold()).toBe(0)
  presence.end('PostgreSQL')
  expect(hold()).toBe(1_000)
})

test('an event holds its target until it is over, though it fails; a stepped clock holds nobody', async () => {
  const { presence } = open()
  const seen: string[] = []
  const noting = {
    begin: (target: string) => void seen.push(`begin ${target}`),
    end: (target: string) => void seen.push(`end ${target}`),
    thereMs: () => presence.thereMs(),
  }
  const broken = { sorts: [], perform: () => Promise.reject(new Error('broken')) }
  const events = watch(broken, noting)
  const planned = { target: 'api-1', atMs: 0, ms: 1 }
  await expect(events.perform({ ...planned, name: 'kill' }, 0)).rejects.toThrow('broken')
  await expect(events.perform({ ...planned, name: 'step the clock of' }, 0)).rejects.toThrow(
    'broken',
  )
  expect(seen).toEqual(['begin api-1', 'end api-1'])
})

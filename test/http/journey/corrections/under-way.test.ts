// correctTransaction while something is under way that was asked about the old values: a purchase, a document.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Calls } from '#src/journey/calls/calls.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  makeReading,
  scriptedEngines,
  standByEngines,
  whileWorking,
} from '#test/support/biometrics/engines.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { formOf } from '#test/support/forms.ts'
import { performDue } from '#test/support/due.ts'
import { moveClock } from '#test/support/transactions.ts'
import { createPerson, personOf } from '#test/http/packs/verdicts/people.ts'

const test = testOn(async (db) => {
  await standByEngines(db)
  return createTestApp(db)
})

const module = (key: string) => ({ kind: 'module', module: key })
const decide = (unless: string) => ({
  kind: 'decide',
  id: 'verdict',
  rows: [
    { unless, outcome: 'review', reason: 'unshown' },
    { outcome: 'approved', reason: 'shown' },
  ],
})

async function publish(app: TestApp, ...steps: object[]): Promise<string> {
  const pack = `under-way-${randomUUID()}`
  const claims = { scope: 'packs:write packs:live' }
  const body = { root: { kind: 'sequence', steps } }
  const published = await app.call('POST', `/v1/packs/${pack}/versions`, { body, claims })
  expect(published.status).toBe(201)
  return pack
}

const readPack = async (app: TestApp, pack: string, id: string) =>
  (await app.call('GET', `/v1/packs/${pack}/${id}`, { headers: { prefer: 'wait=0' } })).json()

async function correct(app: TestApp, id: string, ...patches: readonly object[]): Promise<void> {
  for (const body of patches)
    expect((await app.call('PATCH', `/v1/transaction/${id}`, { body })).status).toBe(200)
}

/** Calls of a process that dies behind its claims. */
const dying = (calls: Calls): Calls => ({
  ...calls,
  async perform(_deps, run, call) {
    await run.commit(async (tx, locked, own) => {
      const tasks = (await call.tasks?.(tx, locked, own)) ?? [own]
      for (const task of tasks) await call.claim(tx, locked, task, () => {})
    })
    throw new Error('the process has died')
  },
})

const names = { name: 'Ana Exemplo', socialName: 'Aninha' }
test.for([
  ['another name', [{ name: 'Rui Rocha' }]],
  ['another name, and the old one again', [{ name: 'Rui Rocha' }, { name: names.name }]],
  ['what the check does not name', [{ socialName: 'Ana' }]],
] as const)(
  'a check that is under way says nothing of who was corrected since, and another is bought: %s',
  async ([, patches], { app }) => {
    const pack = await publish(app, module('backgroundCheck'), decide('facts.checks.listsAsked'))
    const { id } = await createPerson(app, { ...personOf(), ...names })
    await readPack(app, pack, id)
    const dead = performDue({ ...app.deps, calls: dying(app.deps.calls) }, id)
    await expect(dead).rejects.toThrow('the process has died')
    const path = `/v1/transaction/${id}/backgroundcheck`
    const checks = async () => (await app.call('GET', path)).json()
    const [before] = await checks()
    expect(before).toMatchObject({ status: 'processing' })
    await correct(app, id, ...patches)
    await performDue(app.deps, id, 2)
    // Then somebody else finishes the first.
    await moveClock(app.deps.db, id, 60_000)
    await performDue(app.deps, id, 2)
    expect((await checks()).map((one: { status: string }) => one.status)).not.toContain(
      'processing',
    )
    const shown = await readPack(app, pack, id)
    expect(shown).toMatchObject({
      outcome: 'approved',
      backgroundCheck: { moduleStatus: 'completed' },
    })
    const all = await checks()
    expect(all).toHaveLength(2)
    expect(shown.backgroundCheck.results).toHaveLength(1)
    const [counted] = shown.backgroundCheck.results
    expect(counted.backgroundCheckId).not.toBe(before.backgroundCheckId)
  },
)

test('a document that is looked at says nothing of who was corrected since, and the step waits for another', async ({
  app,
}) => {
  const pack = await publish(app, module('aiDocs'), decide('has(facts.documents.verdict)'))
  const { id } = await createPerson(app, { ...personOf(), ...names })
  const { engines, script } = scriptedEngines()
  const deps = { ...app.deps, engines }
  script.reading = makeReading()
  const taken = async () => {
    const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
    return timeline.filter(({ kind }: { kind: string }) => kind === 'examination-taken').length
  }
  await readPack(app, pack, id)
  for (const nth of [1, 2]) {
    const form = await formOf('selfie', await drawImage(nth), 'image.jpg')
    const sent = app.call('POST', `/v1/${id}/redoc`, form)
    await expect.poll(taken).toBe(nth)
    if (nth === 1) await correct(app, id, { name: 'Rui Rocha' })
    expect((await whileWorking(deps, id, sent)).status).toBe(201)
    const { status, aiDocs } = await readPack(app, pack, id)
    expect([nth, status, aiDocs.moduleStatus, aiDocs.results.length]).toEqual(
      nth === 1 ? [1, 'processing', 'processing', 0] : [2, 'completed', 'completed', 1],
    )
  }
})

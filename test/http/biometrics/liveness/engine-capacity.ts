// Capacity of the engines is reserved before anything is stored.
import { describe, expect } from 'vitest'
import { engineHosts, engineWork } from '#src/biometrics/examinations/table.ts'
import { newId } from '#src/platform/ids.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import { makeFace, standByEngines, whileWorking } from '#test/support/biometrics/engines.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { askChallenge, create, images, pathOf } from './stage.ts'

/** As the test's application has it. */
const capacityMax = 40
const tenantMax = 24

export function testEngineCapacity(): void {
  describe('capacity of the engines', () => {
    test('503 busy when its tenant has taken its share; another tenant still has capacity', async ({
      app,
      db,
      store,
      scripted,
    }) => {
      const id = await create(app)
      const stored = store.objects.size
      await fill('acme', tenantMax)
      const refused = await app.call('POST', pathOf(id), { body: { images } })
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(await readProblem(refused)).toMatchObject({ status: 503, code: 'busy' })
      expect(store.objects.size).toBe(stored)
      expect(await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()).toHaveLength(1)
      scripted.script.faces = [[makeFace(0)]]
      const claims = { tenant: 'other' }
      const theirs = await createTransaction(app, {}, claims)
      const sent = app.call('POST', pathOf(theirs), { body: { images }, claims })
      expect((await whileWorking(app.deps, theirs, sent)).status).toBe(201)
      await fill('third', capacityMax - tenantMax)
      const full = await app.call('POST', pathOf(theirs), {
        body: { images: images.slice(1) },
        claims,
      })
      expect((await readProblem(full)).code).toBe('busy')
      await db.delete(engineWork)

      async function fill(tenant: string, count: number): Promise<void> {
        const expiresAt = new Date(Date.now() + 60_000)
        const rows = Array.from({ length: count }, () => ({ id: newId(), tenant, expiresAt }))
        await db.insert(engineWork).values(rows)
      }
    })

    test('503 unavailable when no engines were seen of late, and challenges work on', async ({
      app,
      db,
      store,
    }) => {
      const id = await create(app)
      const stored = store.objects.size
      await db.delete(engineHosts)
      const refused = await app.call('POST', pathOf(id), { body: { images } })
      expect(refused.headers.get('retry-after')).toBe('10')
      expect(await readProblem(refused)).toMatchObject({ status: 503, code: 'unavailable' })
      expect(store.objects.size).toBe(stored)
      await askChallenge(app, id)
      expect((await app.call('GET', pathOf(id))).status).toBe(200)
      await standByEngines(db)
    })

    test('of those who come at once as many are taken as there is capacity for, and only they are stored', async ({
      app,
      hasty,
      db,
      store,
      scripted,
    }) => {
      scripted.script.faces = [[makeFace(0)]]
      const expiresAt = new Date(Date.now() + 60_000)
      const taken = Array.from({ length: tenantMax - 2 }, () => newId())
      await db.insert(engineWork).values(taken.map((id) => ({ id, tenant: 'acme', expiresAt })))
      const stored = store.objects.size
      const ids = await Promise.all([1, 2, 3, 4, 5].map(() => create(app)))
      const sent = ids.map(async (id, at) => {
        const own = [(await drawImage(20 + at)).toString('base64')]
        // Nobody works: who has capacity waits, and is answered that it takes long.
        return readProblem(await hasty.call('POST', pathOf(id), { body: { images: own } }))
      })
      const codes = (await Promise.all(sent)).map(({ code }) => code)
      expect(codes.toSorted()).toEqual(['busy', 'busy', 'busy', 'unavailable', 'unavailable'])
      expect(store.objects.size).toBe(stored + 2)
      await db.delete(engineWork)
    })
  })
}

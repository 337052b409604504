// Packs that wait for what engines find: they go on in its commit, and not beyond their deadline.
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { biometricsScore } from '#src/biometrics/biometrics-score/module.ts'
import { facialBiometrics } from '#src/biometrics/liveness/module.ts'
import { aiDocs } from '#src/biometrics/redoc/module.ts'
import { score } from '#src/risk/score/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import { performDue } from '#test/support/due.ts'
import { makeFace, makePortrait, makeReading, runEngineTasks, whileWorking } from '#test/support/biometrics/engines.ts' // prettier-ignore
import { formOf } from '#test/support/forms.ts'
import { moveClock } from '#test/support/transactions.ts'
import { definePack, module, repeat, sequence } from '#test/support/packs/build.ts'
import { create, images, pathOf, pictures } from './stage.ts'

const deadlineSeconds = 600
const looked = definePack(
  'looked-at',
  1,
  sequence(
    module(facialBiometrics, { deadlineSeconds }),
    module(aiDocs, { deadlineSeconds }),
    module(biometricsScore, { deadlineSeconds }),
    module(score, { deadlineSeconds: 30 }),
  ),
)

export function testPacks(): void {
  describe('a pack of modules that engines fill', () => {
    test('goes on in the very commit that brings a result, through all of them', async ({
      app,
      db,
      scripted,
    }) => {
      const { id, read } = await begin(app, db)
      scripted.script.faces = [[makeFace(0)]]
      scripted.script.reading = makeReading()
      scripted.script.portrait = makePortrait()
      expect(await read()).toMatchObject({
        status: 'processing',
        facialBiometrics: { moduleStatus: 'processing', results: [] },
        aiDocs: { moduleStatus: 'pending' },
      })
      const [image = ''] = images
      const named = `data:image/jpeg;name=magic-live.jpg;base64,${image}`
      const selfie = app.call('POST', pathOf(id), { body: { images: [named] } })
      expect((await whileWorking(app.deps, id, selfie)).status).toBe(201)
      expect(await read()).toMatchObject({
        facialBiometrics: { moduleStatus: 'completed', results: [{ livenessStatus: 1 }] },
        aiDocs: { moduleStatus: 'processing' },
      })
      const document = app.call('POST', `/v1/${id}/redoc`, await formOf('selfie', pictures[1] ?? Buffer.of())) // prettier-ignore
      expect((await whileWorking(app.deps, id, document)).status).toBe(201)
      expect(await read()).toMatchObject({
        aiDocs: { moduleStatus: 'completed', results: [{ processStatus: 'Processed', type: 1 }] },
        biometricsScore: { moduleStatus: 'processing' },
      })
      const path = `/v1/transaction/${id}/biometrics-score`
      expect((await app.call('POST', path, { body: {} })).status).toBe(201)
      await runEngineTasks(app.deps, id)
      expect(await read()).toMatchObject({
        status: 'completed',
        biometricsScore: { moduleStatus: 'completed', results: [{ status: 'Done' }] },
        score: { moduleStatus: 'completed' },
      })
      const compared = await read()
      expect(compared['facialBiometrics'].results[0].biometrics.result.suggestion).toBe('Aprovar')
      const commits = await readCommits(db, id)
      expect(commits.filter((kinds) => kinds.includes('examination-done'))).toEqual([
        ['examination-done', 'module-completed', 'module-started'],
        ['examination-done', 'module-completed', 'module-started'],
        [
          'examination-done',
          'module-completed',
          'module-started',
          'score-computed',
          'module-completed',
          'pack-ended',
        ],
      ])
    })

    test('waits for each until its deadline, and no longer', async ({ app, db }) => {
      const { id, read } = await begin(app, db)
      for (const waiting of ['facialBiometrics', 'aiDocs', 'biometricsScore']) {
        await moveClock(db, id, (deadlineSeconds - 1) * 1_000)
        await performDue(app.deps, id)
        expect(await read()).toMatchObject({ [waiting]: { moduleStatus: 'processing' } })
        await moveClock(db, id, 1_000)
        await performDue(app.deps, id)
        expect(await read()).toMatchObject({ [waiting]: { moduleStatus: 'failed', results: [] } })
      }
      expect(await read()).toMatchObject({
        status: 'partial',
        score: { moduleStatus: 'completed' },
      })
    })

    test('that asks again takes each selfie for one time only', async ({ app, db, scripted }) => {
      const faces = { key: 'facialBiometrics' }
      const holds = 'facialBiometrics.results[0].livenessStatus == 1'
      const root = repeat(module(faces), { of: [faces], holds }, 3)
      await publishPacks(db, [definePack('again', 1, root)])
      const id = await create(app)
      const query = async () => {
        const headers = { prefer: 'wait=0' }
        return (await app.call('GET', `/v1/packs/again/${id}`, { headers })).json()
      }
      const waits = { status: 'processing', facialBiometrics: { moduleStatus: 'processing' } }
      scripted.script.faces = [[]]
      for (const image of images.slice(0, 3)) {
        expect(await query()).toMatchObject(waits)
        const sent = app.call('POST', pathOf(id), { body: { images: [image] } })
        expect((await whileWorking(app.deps, id, sent)).status).toBe(201)
      }
      expect(await query()).toMatchObject({ status: 'completed' })
    })

    test('suggest a look at a matching face that was not seen alive', async ({
      app,
      db,
      scripted,
    }) => {
      const { id, read } = await begin(app, db)
      scripted.script.faces = [[makeFace(0)]]
      scripted.script.reading = makeReading()
      scripted.script.portrait = makePortrait()
      const selfie = app.call('POST', pathOf(id), { body: { images: images.slice(0, 1) } })
      expect((await whileWorking(app.deps, id, selfie)).status).toBe(201)
      const document = app.call('POST', `/v1/${id}/redoc`, await formOf('selfie', pictures[1] ?? Buffer.of())) // prettier-ignore
      expect((await whileWorking(app.deps, id, document)).status).toBe(201)
      const { facialBiometrics: section } = await read()
      expect(section.results[0].biometrics.result).toMatchObject({ suggestion: 'Revisar' })
    })

    test('has no score where nothing could be compared, and says why', async ({
      app,
      db,
      scripted,
    }) => {
      await publishPacks(db, [
        definePack('scored', 1, module(biometricsScore, { deadlineSeconds })),
      ])
      for (const [faces, portrait, reason] of [
        [[[]], makePortrait(), 'unreadable'],
        [[[makeFace(0)]], undefined, 'not-a-document'],
      ] as const) {
        const id = await create(app)
        scripted.script.reading = makeReading()
        scripted.script.portrait = makePortrait()
        const document = app.call('POST', `/v1/${id}/redoc`, await formOf('selfie', pictures[1] ?? Buffer.of())) // prettier-ignore
        expect((await whileWorking(app.deps, id, document)).status).toBe(201)
        scripted.script.faces = faces.map((found) => [...found])
        scripted.script.portrait = portrait
        const body = { base64: images[0] }
        const path = `/v1/transaction/${id}/biometrics-score`
        expect((await app.call('POST', path, { body })).status).toBe(201)
        await runEngineTasks(app.deps, id)
        const { biometricsScore: section } = await (await app.call('GET', `/v1/packs/scored/${id}`)).json() // prettier-ignore
        expect(section.results).toEqual([
          { date: expect.any(String), status: 'Unreadable', reasons: [reason] },
        ])
      }
    })

    test('is not held up by a failure of the engines: the client sends again until the deadline', async ({
      app,
      db,
      scripted,
    }) => {
      const { id, read } = await begin(app, db)
      const [image = ''] = images
      const failing = [`data:image/jpeg;name=magic-failure.jpg;base64,${image}`]
      const failed = app.call('POST', pathOf(id), { body: { images: failing } })
      expect((await whileWorking(app.deps, id, failed)).status).toBe(503)
      expect(await read()).toMatchObject({ facialBiometrics: { moduleStatus: 'processing' } })
      scripted.script.faces = [[]]
      const again = app.call('POST', pathOf(id), { body: { images: images.slice(1, 2) } })
      expect((await whileWorking(app.deps, id, again)).status).toBe(201)
      expect(await read()).toMatchObject({
        facialBiometrics: { moduleStatus: 'completed', results: [{ livenessStatus: 3 }] },
      })
    })
  })
}

async function begin(app: TestApp, db: Db) {
  await publishPacks(db, [looked])
  const id = await create(app)
  const read = async () => (await app.call('GET', `/v1/packs/${looked.name}/${id}`)).json()
  await read()
  return { id, read }
}

/** The kinds of the entries of each commit, in order: a row knows the transaction that has written it. */
async function readCommits(db: Db, id: string): Promise<string[][]> {
  const rows = await db.execute<{ kinds: string[] }>(sql`
    select array_agg(kind order by seq) as kinds from journal
    where transaction_id = ${id} group by xmin::text order by min(seq)`)
  return rows.map(({ kinds }) => kinds)
}

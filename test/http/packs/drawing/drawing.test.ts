// The drawings of packs and runs, and the same in words.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { createTransaction, unknownId } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'
import { openTried } from '../tried.ts'

test('200: a version as SVG that can do nothing', async ({ app }) => {
  const answer = await app.call('GET', '/v1/packs/basic/versions/1/drawing')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*basic@1.*score/s,
  )
})

test('200: a version in words', async ({ app }) => {
  const answer = await app.call('GET', '/v1/packs/basic/versions/1/steps')
  expect(await answer.json()).toEqual({
    pointer: '',
    words: 'one after the other',
    steps: [{ pointer: '/steps/0', words: 'score', note: 'within 30 s', steps: [] }],
  })
})

test.for([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'um após o outro', 'em até 30 s', 'início'],
  ['es-AR', 'uno tras otro', 'en 30 s como máximo', 'inicio'],
  ['fr, en;q=0.1', 'one after the other', 'within 30 s', 'start'],
  [undefined, 'one after the other', 'within 30 s', 'start'],
] as const)('200: whoever prefers %s reads both in it, and its codes as they are', async ([language, words, note, start], { app }) => {
  const headers = language === undefined ? {} : { 'accept-language': language }
  const said = await app.call('GET', '/v1/packs/basic/versions/1/steps', { headers })
  expect(said.headers.get('vary')).toContain('accept-language')
  expect(await said.json()).toMatchObject({ words, steps: [{ words: 'score', note }] })
  const drawn = await app.call('GET', '/v1/packs/basic/versions/1/drawing', { headers })
  expect(drawn.headers.get('vary')).toContain('accept-language')
  expect(await drawn.text()).toContain(`<title>${start}</title>`)
}) // prettier-ignore

test('200: a run that waits, as a picture and in words', async ({ db }) => {
  const { app, path } = await openTried(db, 'waits')
  await app.call('POST', path, { body: {} })
  const picture = await app.call('GET', `${path}/run/drawing`)
  expect(await picture.text()).toContain('… tried</text>')
  const words = await app.call('GET', `${path}/run`)
  expect(await words.json()).toMatchObject({
    version: 1,
    status: 'processing',
    steps: {
      words: 'tried',
      note: expect.stringMatching(/^since /),
      state: 'processing',
      reach: 'begun',
    },
  })
})

test('200: a run with the values that were read, for whoever may read evidence, and an audit row', async ({
  app,
}) => {
  const name = `drawn-${randomUUID()}`
  const denied = {
    kind: 'when',
    id: 'denied',
    condition: 'facts.phones.denied',
    run: stop('rejected', 'denied'),
    otherwise: stop('approved', 'not-denied'),
  } as const
  await publishPacks(app.db, [definePack(name, 1, sequence(module({ key: 'score' }), denied))])
  const path = `/v1/packs/${name}/${await createTransaction(app)}`
  const { runId } = await (await app.call('GET', path)).json()
  const looks = async () => {
    const rows = await app.db.select().from(audit).where(eq(audit.object, runId))
    return rows.filter(({ action }) => action === 'evidence.read').length
  }
  const draw = async (scope: string, query = '') =>
    (await app.call('GET', `${path}/run/drawing${query}`, { claims: { scope } })).text()

  for (const picture of [
    await draw('transactions:read'),
    await draw('transactions:read reviews:write', '?values=false'),
  ]) {
    expect(picture).toContain('denied: no</text>')
    expect(picture).not.toContain('phones.denied = false')
    expect(picture).not.toContain('rejected</text>')
  }
  expect(await looks()).toBe(0)

  const reader = 'transactions:read legal:read'
  expect(await draw(reader)).toContain('phones.denied = false</text>')
  const words = await app.call('GET', `${path}/run`, { claims: { scope: reader } })
  expect(await words.json()).toMatchObject({
    outcome: 'approved',
    steps: { steps: [{ words: 'score' }, { note: 'no, over facts.phones.denied = false' }] },
  })
  expect(await looks()).toBe(2)
})

test('404: a version, a pack or a run that is not there, and a run of another tenant', async ({
  app,
  id,
}) => {
  const paths = [
    '/v1/packs/basic/versions/2/drawing',
    '/v1/packs/nope/versions/1/steps',
    `/v1/packs/basic/${id}/run`,
    `/v1/packs/basic/${unknownId}/run/drawing`,
  ]
  for (const path of paths) expect((await app.call('GET', path)).status).toBe(404)
  await app.call('GET', `/v1/packs/basic/${id}`)
  expect((await app.call('GET', `/v1/packs/basic/${id}/run`)).status).toBe(200)
  const foreign = { claims: { tenant: 'other' } }
  expect((await app.call('GET', `/v1/packs/basic/${id}/run`, foreign)).status).toBe(404)
})

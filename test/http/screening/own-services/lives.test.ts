// What becomes of a run whose pack asks a service of one's own: the product of the guide, from its first answer to its erasure.
import { expect } from 'vitest'
import { runBatch } from '#src/packs/backtest/batch.ts'
import { parseText } from '#src/journey/registry/text.ts'
import { test } from '#test/db/fixture.ts'
import { performDue } from '#test/support/due.ts'
import { products } from '#test/support/packs/page-examples.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { openProtection } from '#test/support/vendors/opening-protection.ts'

const yaml = products.find(({ name }) => name === 'account-opening')?.yaml ?? ''
/** Whom the sandbox has under protection goes to a person, in place of being rejected. */
const gentler = yaml
  .replace('outcome: rejected, reason: opening-protected', 'outcome: review, reason: protected')
  .replace(/^cases:.*/ms, '')
const read = (text: string): object => {
  const found = parseText(text, false)
  if (!('parsed' in found)) throw new Error('the guide has no such product')
  return Object(found.parsed.value)
}

const ana = { name: 'Ana Exemplo', birthdate: '1990-05-17' }
const free = '52998000144'
const underProtection = '52998003410'
const unreachable = '52998001163'

test('the account of the guide is asked, drawn, explained, counted, tried again, shadowed and erased', async ({
  db,
}) => {
  await using protection = await openProtection(db)
  const { app, tenant } = protection
  const ask = (method: string, path: string, body?: unknown) =>
    protection.ask(method, path, body, 'sandbox')
  const name = await protection.publish(read(yaml))
  const path = `/v1/packs/${name}`
  expect((await protection.ask('POST', `${path}/versions`, read(gentler))).status).toBe(201)
  const beside = { version: 1, shadow: 2, message: 'beside' }
  expect((await ask('PUT', `${path}/live`, beside)).status).toBe(200)

  const begin = async (document: string) => {
    const claims = { tenant, mode: 'sandbox', scope: everyScope } as const
    const id = await createTransaction(app, { ...ana, document }, claims)
    const query = async () => (await ask('GET', `${path}/${id}`)).json()
    let found = await query()
    for (let turn = 0; turn < 100 && found.steps.check.moduleStatus === 'processing'; turn += 1) {
      await performDue(app.deps, id)
      found = await query()
    }
    return { id, ...found }
  }
  const opened = await begin(free)
  expect(opened).toMatchObject({
    status: 'processing',
    steps: { check: { moduleStatus: 'completed' }, income: { moduleStatus: 'processing' } },
  })
  const says = { result: { monthly: 4000, work: 'salary' } }
  expect((await ask('POST', `${path}/${opened.id}/steps/income`, says)).status).toBe(200)
  expect(await (await ask('GET', `${path}/${opened.id}`)).json()).toMatchObject({
    outcome: 'approved',
    stopReason: 'opened',
    output: { limit: 1200, work: 'salary' },
  })
  const refused = await begin(underProtection)
  expect(refused).toMatchObject({ outcome: 'rejected', stopReason: 'opening-protected' })
  // Of whom nobody knows it is neither protected nor free.
  expect(await begin(unreachable)).toMatchObject({
    outcome: 'review',
    unansweredStep: 'person.opening-protected',
  })

  const run = `${path}/${refused.id}`
  expect(await (await ask('GET', `${run}/run/drawing`)).text()).toContain('OpeningProtection')
  const words = JSON.stringify(await (await ask('GET', `${run}/run`)).json())
  expect(words).toContain('services.OpeningProtection.active = true')
  const explained = await (await ask('GET', `${run}/runs/${refused.runId}/evidence`)).json()
  expect(JSON.stringify(explained)).toContain(
    '{"read":"steps.check.services.OpeningProtection.active","value":true}',
  )
  const counted = await (await ask('GET', `${path}/statistics?days=1`)).json()
  expect(counted.runs.map((one: { outcome: string; count: number }) => [one.outcome, one.count]).toSorted()).toEqual([['approved', 1], ['rejected', 1], ['review', 1]]) // prettier-ignore

  const backtest = async (version: number) => {
    const { id } = await (await ask('POST', `${path}/backtests`, { version })).json()
    await runBatch({ ...app.deps.packs, db, reads: app.deps.reads }, id)
    return (await ask('GET', `${path}/backtests/${id}`)).json()
  }
  expect(await backtest(1)).toMatchObject({ compared: 3, same: 3, changed: 0, undecidable: 0 })
  const changed = {
    changed: 1,
    outcomes: expect.arrayContaining([{ from: 'rejected', to: 'review', count: 1 }]),
  }
  expect(await backtest(2)).toMatchObject({ compared: 3, undecidable: 0, ...changed })
  const shadow = await (await ask('GET', `${path}/shadow`)).json()
  expect(shadow).toMatchObject({ version: 2, compared: 3, ...changed })

  expect((await ask('DELETE', `/v1/transaction/${refused.id}`)).status).toBeLessThan(300)
  for (const gone of [
    `${run}/runs/${refused.runId}/evidence`,
    `/v1/transaction/${refused.id}/backgroundcheck`,
  ])
    // prettier-ignore
    expect([gone, (await ask('GET', gone)).status]).toEqual([gone, 404])
  // What was counted stays, and nothing is left to try again.
  expect(await backtest(1)).toMatchObject({ compared: 2, same: 2 })
})

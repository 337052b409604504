// The timeline of a transaction names the steps of its runs.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Step } from '#src/packs/document/pack.ts'
import { score } from '#src/risk/score/module.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const asking = (condition: string, id?: string): Step => ({
  kind: 'when',
  ...(id !== undefined && { id }),
  condition,
  run: stop('rejected', 'no'),
})

test('200: conditions and reviews of runs stand there by their names, or places, each by its own version', async ({
  app,
}) => {
  const name = `named-${randomUUID()}`
  const look: Step = { kind: 'review', id: 'look', title: 'The same person?' }
  const steps = [
    module(score),
    asking('facts.phones.denied', 'denied'),
    asking('facts.phones.denied'),
  ]
  await publishPacks(app.db, [definePack(name, 1, sequence(...steps, look))])
  const id = await createTransaction(app)
  await app.call('GET', `/v1/packs/${name}/${id}`)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  type Entry = { kind: string; step?: string; module?: string }
  const named = timeline.flatMap(({ kind, step, module: of }: Entry) =>
    step === undefined && kind !== 'review-opened' ? [] : [[kind, step ?? of]],
  )
  expect(named).toEqual([
    ['condition-answered', 'denied'],
    ['condition-answered', '/steps/2'],
    ['person-asked', 'look'],
    ['review-opened', 'look'],
  ])
})

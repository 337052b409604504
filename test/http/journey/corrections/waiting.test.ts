// correctTransaction while a run waits: for a time, for a signal, for a call that is under way.
import { expect } from 'vitest'
import { lastSent, testCalling, sent, sequence, stop } from '#test/support/packs/calling.ts' // prettier-ignore

const test = testCalling({ status: 202 })

const result = { type: 'object', properties: { holder: { type: 'string', 'x-personal': true } } }
const isHolders = (step: string) => ({
  kind: 'when',
  id: `${step}Same`,
  condition: `steps.${step}.result.holder == transaction.name`,
  run: stop('approved', 'same'),
  otherwise: stop('rejected', 'other'),
})

test('a call that is under way stays one call, and its answer is held against the corrected name', async ({
  calling,
}) => {
  const { ask, publish, begin, pass, read, replyTo, receiver } = calling
  const core = { kind: 'call', id: 'core', to: 'core', input: { name: 'transaction.name' }, result }
  for (const [holder, outcome] of [
    ['Ana Souza', 'rejected'],
    ['Rui Rocha', 'approved'],
  ] as const) {
    const name = await publish(sequence(core, isHolders('core')))
    const id = await begin(name)
    const before = sent(calling).length
    expect((await ask('PATCH', `/v1/transaction/${id}`, { name: 'Rui Rocha' })).status).toBe(200)
    await pass(id, 0)
    expect(await read(name, id)).toMatchObject({ status: 'processing' })
    expect(receiver.received).toHaveLength(before)
    const { replyTo: url, callId, input } = lastSent(calling)
    expect(input).toEqual({ name: 'Ana Souza' })
    expect((await replyTo(url, { result: { holder }, callId })).status).toBe(200)
    expect(await read(name, id)).toMatchObject({ status: 'completed', outcome })
  }
})

test('a time is waited for once, and a signal that came early counts against the corrected name', async ({
  calling: { ask, publish, begin, pass, read },
}) => {
  for (const [holder, outcome] of [
    ['Ana Souza', 'rejected'],
    ['Rui Rocha', 'approved'],
  ] as const) {
    const name = await publish(
      sequence(
        { kind: 'wait', id: 'coolDown', for: 'PT1H' },
        { kind: 'wait', id: 'word', signal: result },
        isHolders('word'),
      ),
    )
    const id = await begin(name)
    const path = `/v1/packs/${name}/${id}/steps/word`
    expect((await ask('POST', path, { result: { holder } })).status).toBe(200)
    await pass(id, 1_800)
    expect((await ask('PATCH', `/v1/transaction/${id}`, { name: 'Rui Rocha' })).status).toBe(200)
    await pass(id, 1_790)
    expect(await read(name, id)).toMatchObject({ status: 'processing' })
    await pass(id, 20)
    expect(await read(name, id)).toMatchObject({ status: 'completed', outcome })
  }
})

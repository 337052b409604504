import { expect, test, vi } from 'vitest'
import { Metadata } from '@grpc/grpc-js'
import { answers, createOutages } from '#src/journey/temporal/outage.ts'

function noted(...sent: readonly boolean[]) {
  const outages = createOutages()
  for (const one of sent) outages.note(one)
  return outages
}

test('an outage is over with the first nudge that is sent, and what follows is done once', async () => {
  const work = vi.fn<() => Promise<string>>(async () => 'done')
  const outages = noted(true, false, false, false, false)
  expect(await outages.afterEnd(work)).toBeUndefined()
  outages.note(true)
  outages.note(true)
  work.mockRejectedValueOnce(new Error('deadlock'))
  await expect(outages.afterEnd(work)).rejects.toThrow('deadlock')
  expect(await outages.afterEnd(work)).toBe('done')
  expect(await outages.afterEnd(work)).toBeUndefined()
})

test('the server is asked while the last nudge has failed, and only then', () => {
  expect(noted().isSuspected()).toBe(false)
  expect(noted(true, false).isSuspected()).toBe(true)
  expect(noted(false, false, true).isSuspected()).toBe(false)
})

test.each([
  ['that is not there', 14, false],
  ['that says nothing in time', 4, false],
  ['that refuses the question', 7, true],
])('a server %s answers nothing, and a refusal is an answer', async (_what, code, isThere) => {
  const error = Object.assign(new Error('refused'), { code, details: '', metadata: new Metadata() })
  const connection = {
    withDeadline: (_: number, work: () => Promise<unknown>) => work(),
    workflowService: { getSystemInfo: () => Promise.reject(error) },
  }
  expect(await answers(connection)).toBe(isThere)
})

test('nudges that fail among others that are sent are none', async () => {
  const outages = noted(false, false, true, false, true, false, false, true)
  expect(await outages.afterEnd(async () => 'done')).toBeUndefined()
})

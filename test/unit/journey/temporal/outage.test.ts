import { expect, test, vi } from 'vitest'
import { createOutages } from '#src/journey/temporal/outage.ts'

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

test('nudges that fail among others that are sent are none', async () => {
  const outages = noted(false, false, true, false, true, false, false, true)
  expect(await outages.afterEnd(async () => 'done')).toBeUndefined()
})

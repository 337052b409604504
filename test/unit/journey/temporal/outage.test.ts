import { expect, test } from 'vitest'
import { createOutages } from '#src/journey/temporal/outage.ts'

function noted(...sent: readonly boolean[]) {
  const outages = createOutages()
  for (const one of sent) outages.note(one)
  return outages
}

test('an outage is over with the first nudge that is sent, and that is said once', () => {
  const outages = noted(true, false, false, false, false)
  expect(outages.takeEnd()).toBe(false)
  outages.note(true)
  outages.note(true)
  expect([outages.takeEnd(), outages.takeEnd()]).toEqual([true, false])
})

test('nudges that fail among others that are sent are none', () => {
  expect(noted(false, false, true, false, true, false, false, true).takeEnd()).toBe(false)
})

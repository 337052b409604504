// Of whom velocity counts others.
import { expect, test } from 'vitest'
import { isCounted } from '#src/journey/velocity/sighting.ts'
import { documentEndings } from '#src/vendors/sandbox/check-endings.ts'

test.each([
  ['52998002725', true],
  ['11222333002781', true],
  ['12ABC345002781', true],
  ['52998000125', false],
  ['11222333000181', false],
  ['00270027001', false],
  ['0027', false],
  ['', false],
])('in the sandbox the ending of %s asks for it: %s; in live all are counted', (document, is) => {
  expect(isCounted({ mode: 'sandbox' }, document)).toBe(is)
  expect(isCounted({ mode: 'live' }, document)).toBe(true)
})

test('the ending stands in the table of magic documents', () => {
  expect(documentEndings['0027']).toContain('velocity')
})

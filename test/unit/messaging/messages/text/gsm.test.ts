import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findForeign, measureSms, toGsm } from '#src/messaging/messages/text/gsm.ts'

describe('the size of an SMS', () => {
  test.each([
    ['', 'gsm-7', 0, 1],
    ['a'.repeat(160), 'gsm-7', 160, 1],
    ['a'.repeat(161), 'gsm-7', 161, 2],
    ['a'.repeat(304), 'gsm-7', 304, 2],
    ['a'.repeat(305), 'gsm-7', 305, 3],
    ['à é É Ç', 'gsm-7', 7, 1],
    ['a€', 'gsm-7', 3, 1],
    ['ã'.repeat(70), 'ucs-2', 70, 1],
    ['ã'.repeat(71), 'ucs-2', 71, 2],
    ['👍', 'ucs-2', 2, 1],
  ] as const)('%s is %s, %i units, %i segments', (text, encoding, units, segments) => {
    expect(measureSms(text)).toEqual({ encoding, units, segments })
  })

  test('an escaped character never stands across two segments', () => {
    // 151 letters leave one septet of the first segment, which a bracket does not fit into.
    const text = `${'a'.repeat(151)}[${'a'.repeat(151)}`
    expect(measureSms(text)).toEqual({ encoding: 'gsm-7', units: 304, segments: 3 })
  })

  test('of Portuguese letters the alphabet holds à and é, É and Ç alone', () => {
    const letters = Array.from('áàãâéêíóôõúçÁÀÃÂÉÊÍÓÔÕÚÇ')
    expect(letters.filter((letter) => findForeign(letter) === undefined).join('')).toBe('àéÉÇ')
  })
})

test('what is written in GSM-7 always is, and what was already stays as it was', () => {
  expect(toGsm('Itaú & Irmãos ™ 👍')).toBe('Itau & Irmaos TM')
  expect(toGsm('Acme: 100% [ok] 5€')).toBe('Acme: 100% [ok] 5€')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(findForeign(toGsm(text))).toBeUndefined()
      expect(toGsm(toGsm(text))).toBe(toGsm(text))
    }),
  )
})

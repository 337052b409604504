import { describe, expect, test } from 'vitest'
import { classOf, toRefusal } from '#src/vendors/parts/failure-classes.ts'
import { metaClasses } from '#src/vendors/meta/failure-codes.ts'
import { twilioClasses } from '#src/vendors/twilio/failure-codes.ts'

describe('failure classes', () => {
  test.each([
    ['recipient', '21211 21614 21635 63003 63024'],
    ['unrouted', '30005 30006'],
    ['recipient-later', '21612 30004 63032'],
    ['optout', '21610 63033'],
    ['recipient-transient', '30003 30008 30017 30410'],
    ['rate', '20429 30001 21611 14107 63018'],
    ['fraud', '30450 30453 60410 60605'],
    ['content', '30007 63013 63028 21617'],
    ['window', '63016 470'],
    ['account', '20003 21408 21606 21608 30002 63001 63015 63038'],
    ['account', '21659 21660 21661 21703 21704 21655 21656 63007 63020 63027'],
    ['account', '63040 63041 63042 63112 30021 30022 63026'],
  ])('Twilio’s codes of class %s', (expected, codes) => {
    for (const code of codes.split(' '))
      expect([code, classOf(twilioClasses, code)]).toEqual([code, expected])
  })

  test.each([
    ['recipient', '131026 131021 137000'],
    ['recipient-later', '130472 131049 131050 131030 100'],
    ['window', '131047'],
    ['account', '132000 132005 132012 131008 131009 131051 131062 131063'],
    ['account', '132001 132007 132008 132015 132016 33 0 190 3 10 200 245 299 131005 368 131031'],
    ['account', '130497 131042 131045 131037 100_33 130403 133004 133010 135000'],
    ['rate', '4 80007 130429 131056 131048 133016'],
    ['transient', '1 2 131000 131016 131057 131053'],
  ])('Meta’s codes of class %s', (expected, codes) => {
    for (const code of codes.split(' '))
      expect([code, classOf(metaClasses, code)]).toEqual([code, expected])
  })

  test.each(['300', '199', '99999', '-1', 'toString', '', '200-299x', '2e2'])(
    'the code %j is in no table',
    (code) => {
      expect(classOf(metaClasses, code)).toBeUndefined()
    },
  )

  test('a passing refusal at first acceptance is deferred, every other one is for good', () => {
    expect(toRefusal('rate', 'x', 5)).toEqual({
      kind: 'deferred',
      class: 'rate',
      code: 'x',
      retryAfterMs: 5,
    })
    expect(toRefusal('recipient-transient', 'x')).toEqual({
      kind: 'deferred',
      class: 'transient',
      code: 'x',
    })
    for (const failureClass of ['recipient', 'optout', 'content', 'account', 'fraud'] as const) {
      expect(toRefusal(failureClass, 'x')).toEqual({
        kind: 'rejected',
        class: failureClass,
        code: 'x',
      })
    }
  })
})

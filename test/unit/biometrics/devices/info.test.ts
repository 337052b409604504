import { describe, expect, test } from 'vitest'
import { describeDevice, nothingKnown } from '#src/biometrics/devices/info.ts'

const safari =
  'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1' as const
const chrome =
  'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36' as const

/** What a browser says in brackets, and who it is then: maker, model, system, version. */
const table: readonly (readonly [string, string, string, string, string])[] = [
  ['iPhone; CPU iPhone OS 17_1 like Mac OS X', 'Apple', 'iPhone', 'iOS', '17.1'],
  ['iPad; CPU OS 16_5 like Mac OS X', 'Apple', 'iPad', 'iOS', '16.5'],
  ['Linux; Android 15; Pixel 9', 'Google', 'Pixel 9', 'Android', '15'],
  ['Linux; Android 13; SM-G991B', 'Samsung', 'SM-G991B', 'Android', '13'],
  ['Linux; Android 13; SAMSUNG SM-S918B', 'Samsung', 'SM-S918B', 'Android', '13'],
  ['Linux; Android 9; SAMSUNG GT-I9505 Build/PI', 'Samsung', 'GT-I9505', 'Android', '9'],
  ['Linux; Android 12; moto g(60)', 'Motorola', 'moto g(60)', 'Android', '12'],
  ['Linux; Android 12; M2101K6G', 'Xiaomi', 'M2101K6G', 'Android', '12'],
  ['Linux; Android 14; 23013RK75C', 'Xiaomi', '23013RK75C', 'Android', '14'],
  ['Linux; Android 11; Redmi Note 9S', 'Xiaomi', 'Redmi Note 9S', 'Android', '11'],
  ['Linux; Android 12; LM-K420', 'LG', 'LM-K420', 'Android', '12'],
  ['Linux; Android 13; RMX3511; wv', 'Realme', 'RMX3511', 'Android', '13'],
  [
    'Linux; U; Android 8.1.0; pt-br; ASUS_X00TD Build/OPM1',
    'Asus',
    'ASUS_X00TD',
    'Android',
    '8.1.0',
  ],
  ['Linux; Android 10; ELE-L29', 'Huawei', 'ELE-L29', 'Android', '10'],
  // Chrome names no model without hints.
  ['Linux; Android 10; K', '', '', 'Android', '10'],
  ['Android 14; Mobile; rv:124.0', '', '', 'Android', '14'],
  ['Windows NT 10.0; Win64; x64', '', '', 'Windows', '10'],
  ['Macintosh; Intel Mac OS X 10_15_7', 'Apple', 'Macintosh', 'macOS', '10.15.7'],
  ['X11; Ubuntu; Linux x86_64; rv:124.0', '', '', 'Linux', ''],
  ['X11; CrOS x86_64 14541.0.0', '', '', 'Chrome OS', ''],
]

describe('a device by its user agent', () => {
  test.for(table)('%s', ([named, maker, model, system, version]) => {
    const ua = `Mozilla/5.0 (${named}) ${maker === 'Apple' ? safari : chrome}`
    expect(describeDevice({ ua })).toEqual({
      platform: system,
      mobileModelName: model,
      mobileManufacturerName: maker,
      mobileOsName: system,
      mobileOsVersion: version,
    })
  })

  test.for(['', ' ', 'curl/8', '(((', `Android 1; ${'a'.repeat(100_000)}`])(
    '%s is nobody',
    (ua) => {
      expect(describeDevice({ ua })).toMatchObject({
        mobileModelName: '',
        mobileManufacturerName: '',
      })
    },
  )

  test('is described by its hints first, and its maker by the model that they name', () => {
    const uaData = { platform: 'Android', platformVersion: '15.0.0', model: 'SM-S928B' }
    const ua = `Mozilla/5.0 (Linux; Android 10; K) ${chrome}`
    expect(describeDevice({ ua, uaData, platform: 'Linux armv81' })).toEqual({
      platform: 'Android',
      mobileModelName: 'SM-S928B',
      mobileManufacturerName: 'Samsung',
      mobileOsName: 'Android',
      mobileOsVersion: '15.0.0',
    })
  })

  test('that says nothing is nothing known', () => {
    expect(describeDevice({})).toEqual(nothingKnown)
  })
})

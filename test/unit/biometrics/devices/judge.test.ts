import { describe, expect, test } from 'vitest'
import { deviceRules } from '#src/biometrics/devices/catalogue.ts'
import type { DeviceContext } from '#src/biometrics/devices/context.ts'
import type { Device } from '#src/biometrics/devices/schema.ts'
import {
  areImagesForeign,
  firedRules,
  isAnyHard,
  judgeDevice,
} from '#src/biometrics/devices/judge.ts'
import { contextOf, hashOf, images, now, payloadOf, sign } from './phone.ts'

const judge = async (
  event: string | undefined,
  changed?: Partial<DeviceContext>,
): Promise<Device> => judgeDevice(await contextOf(event, changed))
const signed = (changed: object = {}, signals: object = {}): Promise<string> =>
  sign(payloadOf(changed, signals))

const desktop = {
  ua: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  plugins: 5,
  touch: 0,
  platform: 'Linux x86_64',
}

const seen = [
  ['a good phone', await signed(), {}, 1000, 1, []],
  ['an unsigned event', JSON.stringify(payloadOf()), {}, 850, 1, [1002]],
  [
    'zone, place and language abroad',
    await signed(
      {},
      { tz: 'Europe/Kyiv', languages: ['uk'], geo: { latitude: 50.4, longitude: 30.5 } },
    ),
    {},
    650,
    2,
    [4001, 4002, 4003],
  ],
  [
    'an emulator',
    await signed({}, { gpu: 'Google SwiftShader', touch: 0, platform: 'Linux x86_64' }),
    {},
    600,
    2,
    [3002, 3003],
  ],
  ['OBS', await signed({}, { camera: { label: 'OBS Virtual Camera' } }), {}, 600, 3, [3001]],
  ['webdriver', await signed({}, { webdriver: true }), {}, 600, 3, [2002]],
  ['curl', await signed({}, { ua: 'curl/8.10.1' }), {}, 600, 3, [2001]],
  ['a replayed nonce', await signed(), { nonceHolds: false }, 600, 3, [1003]],
  [
    'other images',
    await signed(),
    { imageHashes: ['a', 'b', 'c', 'd'].map(hashOf) },
    600,
    3,
    [1005],
  ],
  ['a tampered event', `${await signed()}A`, {}, 400, 3, [1001]],
  ['an opaque event', 'vendor-blob-1', {}, 400, 3, [1001]],
  [
    'many documents',
    await signed(),
    { counts: { documentsOfDevice: 5, devicesOfDocument: 4, attemptsOfDevice: 11 } },
    200,
    3,
    [5001, 5002, 5003],
  ],
] as const

describe('the score of a device', () => {
  test.for(seen)('of %s', async ([, event, changed, score, scoreClassification, fired]) => {
    const device = await judge(event, changed)
    expect(firedRules(device)).toEqual(fired)
    expect(device).toMatchObject({ score, scoreClassification, status: scoreClassification })
  })

  test.for([undefined, '', '  '])(
    'is no verdict on the device without an event: %j',
    async (event) => {
      expect(await judge(event)).toMatchObject({ status: 0, scoreClassification: 3 })
    },
  )

  test('counts the persons that the tenant lets one device serve', async () => {
    const counts = { documentsOfDevice: 40, devicesOfDocument: 1, attemptsOfDevice: 1 }
    for (const [documentsMax, fired] of [
      [39, [5001]],
      [40, []],
    ] as const) {
      const device = await judge(await signed(), { counts: { ...counts, documentsMax } })
      expect(firedRules(device)).toEqual(fired)
    }
  })

  test('never goes below 0', async () => {
    const device = await judge(undefined, {
      imageHashes: ['a', 'a'],
      counts: { documentsOfDevice: 9, devicesOfDocument: 9, attemptsOfDevice: 99 },
    })
    expect(device.score).toBe(0)
  })
})

describe('each rule', () => {
  const fires: Record<number, () => Promise<DeviceContext>> = {
    1001: () => contextOf(undefined),
    1002: () => contextOf(JSON.stringify(payloadOf())),
    1003: async () => contextOf(await signed(), { nonceHolds: false }),
    1004: async () => contextOf(await signed({ iat: now / 1_000 - 301 })),
    1005: async () => contextOf(await signed(), { imageHashes: images.toReversed() }),
    1006: () => contextOf(undefined, { imageHashes: [hashOf('one'), hashOf('one')] }),
    2001: async () => contextOf(await signed({}, { ua: 'python-requests/2.32' })),
    2002: async () => contextOf(await signed({}, { webdriver: true })),
    2003: async () => contextOf(await signed({}, { ...desktop, plugins: 0 })),
    2004: async () => contextOf(await signed(), { userAgentHeader: 'Another/1.0' }),
    3001: async () => contextOf(await signed({}, { camera: { label: 'ManyCam Video' } })),
    3002: async () => contextOf(await signed({}, { gpu: 'llvmpipe (LLVM 15)' })),
    3003: async () => contextOf(await signed({}, { touch: 0 })),
    4001: async () => contextOf(await signed({}, { tz: 'Asia/Tokyo' })),
    4002: async () => contextOf(await signed({}, { geo: { latitude: 0, longitude: 0 } })),
    4003: async () => contextOf(await signed({}, { languages: ['ja-JP'] })),
    5001: async () =>
      contextOf(await signed(), {
        counts: { documentsOfDevice: 5, devicesOfDocument: 1, attemptsOfDevice: 1 },
      }),
    5002: async () =>
      contextOf(await signed(), {
        counts: { documentsOfDevice: 1, devicesOfDocument: 4, attemptsOfDevice: 1 },
      }),
    5003: async () =>
      contextOf(await signed(), {
        counts: { documentsOfDevice: 1, devicesOfDocument: 1, attemptsOfDevice: 11 },
      }),
  }
  const absent: Record<number, object> = {
    2001: { ua: undefined },
    2002: { webdriver: undefined },
    2003: { ua: undefined, window: undefined },
    3001: { camera: undefined },
    3002: { gpu: undefined },
    3003: { touch: undefined, platform: undefined },
    4001: { tz: undefined },
    4002: { geo: undefined },
    4003: { languages: undefined },
  }
  const statusOf = (ctx: DeviceContext, code: number) =>
    judgeDevice(ctx).rules.find((rule) => rule.code === code)?.status

  test('has a case here', () => {
    expect(Object.keys(fires).map(Number)).toEqual(deviceRules.map(({ code }) => code))
  })

  test.each(deviceRules.map(({ code }) => code))(
    '%i fires, and passes on a good phone',
    async (code) => {
      const good = await contextOf(await signed(), { userAgentHeader: payloadOf().signals.ua })
      expect(statusOf(await (fires[code] ?? (() => contextOf('')))(), code)).toBe(2)
      expect(statusOf(good, code)).toBe(1)
    },
  )

  test.each(Object.keys(absent).map(Number))(
    '%i is not evaluated without its signal',
    async (code) => {
      expect(statusOf(await contextOf(await signed({}, absent[code])), code)).toBe(0)
    },
  )

  test('of the event is not evaluated without one, but for 1001 and 1006', async () => {
    const device = await judge(undefined)
    const evaluated = device.rules.filter(({ status }) => status !== 0).map(({ code }) => code)
    expect(evaluated).toEqual([1001, 1006, 5001, 5002, 5003])
  })

  test('about places stays out without a database of addresses', async () => {
    const device = await judge(await signed({}, { tz: 'Asia/Tokyo' }), { network: undefined })
    expect(
      device.rules.filter(({ code }) => code > 4000 && code < 5000).map(({ status }) => status),
    ).toEqual([0, 0, 0])
  })

  test('2004 is not evaluated for a call of a server', async () => {
    expect(statusOf(await contextOf(await signed()), 2004)).toBe(0)
  })
})

describe('a device', () => {
  test('says what it is by its hints, else by its user agent', async () => {
    const { deviceInfo } = await judge(await signed())
    expect(deviceInfo).toEqual({
      platform: 'Android',
      mobileModelName: 'Pixel 9',
      mobileManufacturerName: 'Google',
      mobileOsName: 'Android',
      mobileOsVersion: '15',
      deviceLocationLatitude: -23.55,
      deviceLocationLongitude: -46.63,
    })
    const iphone = {
      ua: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
      uaData: undefined,
      platform: 'iPhone',
      geo: undefined,
    }
    expect((await judge(await signed({}, iphone))).deviceInfo).toEqual({
      platform: 'iPhone',
      mobileModelName: 'iPhone',
      mobileManufacturerName: 'Apple',
      mobileOsName: 'iOS',
      mobileOsVersion: '17.1',
    })
  })

  test('without an event says nothing', async () => {
    const { deviceId, deviceInfo } = await judge('opaque')
    expect([deviceId, ...Object.values(deviceInfo)]).toEqual(['', '', '', '', '', ''])
  })

  test('whose images are not the signed ones, or one twice, shows nobody', async () => {
    const twice = await judge(undefined, { imageHashes: ['a', 'a'] })
    const swapped = await judge(await signed(), { imageHashes: images.toReversed() })
    const good = await judge(await signed())
    expect([twice, swapped, good].map(areImagesForeign)).toEqual([true, true, false])
    expect([twice, swapped, good].map(isAnyHard)).toEqual([true, true, false])
  })
})

import { z } from 'zod'

const short = z.string().max(1_000)
const amount = z.number()

/** The data that a page reports about its device; a browser leaves out what it keeps private. */
export const DeviceSignals = z.object({
  visitorId: short.exactOptional(),
  ua: short.exactOptional(),
  /** High-entropy values of User-Agent Client Hints. */
  uaData: z
    .object({
      mobile: z.boolean().exactOptional(),
      platform: short.exactOptional(),
      platformVersion: short.exactOptional(),
      model: short.exactOptional(),
    })
    .nullish(),
  platform: short.nullish(),
  languages: z.array(short).max(50).exactOptional(),
  /** The name of an IANA time zone. */
  tz: short.exactOptional(),
  /** Minutes, as `Date.getTimezoneOffset` gives them. */
  tzOffset: amount.exactOptional(),
  screen: z.object({ width: amount, height: amount }).nullish(),
  /** The outer size of the window. */
  window: z.object({ width: amount, height: amount }).nullish(),
  /** The most simultaneous touches. */
  touch: amount.exactOptional(),
  cores: amount.nullish(),
  mem: amount.nullish(),
  /** The number of plug-ins. */
  plugins: amount.exactOptional(),
  /** The unmasked renderer. */
  gpu: short.nullish(),
  webdriver: z.boolean().nullish(),
  camera: z.object({ label: short.exactOptional(), inputs: amount.exactOptional() }).nullish(),
  geo: z
    .object({ latitude: amount, longitude: amount, accuracy: amount.exactOptional() })
    .nullish(),
  /** Whether the page has `window.chrome`. */
  chrome: z.boolean().exactOptional(),
})
export type DeviceSignals = z.output<typeof DeviceSignals>

/** Required, because an event without `images` would fit any images. */
export const DeviceEvent = z.object({
  v: z.literal(1).exactOptional(),
  nonce: z.string().min(1).max(200),
  /** Seconds since 1970, as in a JWT. */
  iat: amount,
  /** The transaction that the event is for. */
  tx: short.exactOptional(),
  capture: z
    .object({
      actions: z.array(short).max(20).exactOptional(),
      ms: amount.exactOptional(),
      /** For a paced challenge: the pictures of each pose, and how long after its request they were taken. */
      paced: z
        .array(
          z.object({
            pose: z.int().min(0).max(19),
            images: z.array(z.int().min(0).max(39)).max(8),
            ms: z.array(amount).max(8),
          }),
        )
        .max(20)
        .exactOptional(),
    })
    .exactOptional(),
  /** The SHA-256 of each image as it is sent, in base64url and in order. */
  images: z.array(z.string().max(100)).max(40),
  signals: DeviceSignals.default({}),
})
export type DeviceEvent = z.output<typeof DeviceEvent>

const DeviceRule = z
  .object({
    code: z.int().meta({ description: 'Of the table at the operation.' }),
    details: z.string().meta({ description: 'The rule in words, in Portuguese.' }),
    status: z
      .union([z.literal(0), z.literal(1), z.literal(2)])
      .meta({ description: '0 not evaluated, 1 passed, 2 fired.' }),
  })
  .meta({
    id: 'DeviceRule',
    description: 'One rule of the device analysis.',
    example: { code: 1002, details: 'Evento sem assinatura', status: 1 },
  })

const DeviceInfo = z
  .object({
    platform: z.string(),
    mobileModelName: z.string(),
    mobileManufacturerName: z.string(),
    mobileOsName: z.string(),
    mobileOsVersion: z.string(),
    deviceLocationLatitude: z.number().exactOptional(),
    deviceLocationLongitude: z.number().exactOptional(),
  })
  .meta({
    id: 'DeviceInfo',
    description:
      'What the device says of itself: an empty string where it says nothing, no coordinates where it gives none.',
    example: {
      platform: 'Android',
      mobileModelName: 'SM-G991B',
      mobileManufacturerName: 'Samsung',
      mobileOsName: 'Android',
      mobileOsVersion: '14',
      deviceLocationLatitude: -23.55,
      deviceLocationLongitude: -46.63,
    },
  })
export type DeviceInfo = z.output<typeof DeviceInfo>

const level = (description: string) => z.int().min(0).max(3).meta({ description })

export const deviceExample = {
  status: 1,
  score: 1000,
  scoreClassification: 1,
  rules: [{ code: 1002, details: 'Evento sem assinatura', status: 1 }],
  deviceId: 'K5x0d8mXG2JmC1oZ1o2h2vY9iQ6m3Wq8o4hW4m3b0yE',
  deviceInfo: {
    platform: 'Android',
    mobileModelName: 'SM-G991B',
    mobileManufacturerName: 'Samsung',
    mobileOsName: 'Android',
    mobileOsVersion: '14',
  },
}

export const Device = z
  .object({
    status: level(
      '0 not analysed (no event, or an empty one), 1 ok, 2 attention, 3 deny (one that cannot be read, too).',
    ),
    score: z.int().min(0).max(1_000).meta({ description: '1000 less the weights of what fired.' }),
    scoreClassification: level('1 low risk, 2 medium, 3 high, without an event too.'),
    rules: z.array(DeviceRule),
    deviceId: z.string().meta({
      description:
        'The thumbprint (RFC 7638) of the key that signed the event, the visitor id of an unsigned one, or empty.',
    }),
    deviceInfo: DeviceInfo,
  })
  .meta({
    id: 'Device',
    description: 'The analysis of the device that made the images.',
    example: deviceExample,
  })
export type Device = z.output<typeof Device>

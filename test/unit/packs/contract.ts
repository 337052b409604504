// The fields that the contract shows of a module's result in the answer of a pack, each with its type.

export type Shape = { readonly [field: string]: string | Shape }

const insights = 'array'
export const contract: Record<string, Shape> = {
  score: { value: 'number', reason: 'string', createdAt: 'string' },
  rating: { value: 'number', reason: 'string', createdAt: 'string', relatedTo: 'array' },
  linkBiometrics: {
    transactionID: 'string',
    status: 'string',
    score: 'number',
    createdAt: 'string',
    identifierDate: 'string',
    mfaStatus: { smsStatus: 'string', emailStatus: 'string', whatsappStatus: 'string' },
  },
  biometricsScore: { score: 'number', date: 'string', status: 'string' },
  aiDocs: {
    identifierId: 'string',
    transactionId: 'string',
    type: 'integer',
    isDigital: 'boolean',
    processStatusCode: 'integer',
    processStatus: 'string',
    statusCode: 'integer',
    status: 'string',
    subStatus: 'string',
    subStatusCode: 'integer',
    receivedDate: 'string',
    endDate: 'string',
  },
  facialBiometrics: {
    createdAt: 'string',
    livenessStatus: 'integer',
    securityCheck: 'integer',
    device: {
      status: 'integer',
      score: 'integer',
      scoreClassification: 'integer',
      rules: 'array',
      deviceId: 'string',
      deviceInfo: {
        platform: 'string',
        mobileModelName: 'string',
        mobileManufacturerName: 'string',
        mobileOsName: 'string',
        mobileOsVersion: 'string',
        deviceLocationLatitude: 'number',
        deviceLocationLongitude: 'number',
      },
    },
    biometrics: {
      date: 'string',
      result: { rank: 'integer', suggestion: 'string', insightsDocument: insights },
    },
  },
}

/** What one answer lacks of its shape, or shows as something else. */
export function findMissing(value: unknown, shape: Shape, place: string): string[] {
  return Object.entries(shape).flatMap(([field, wanted]) => {
    const found = isRecord(value) ? value[field] : undefined
    const at = `${place}.${field}`
    if (found === undefined || found === null) return [`${at} is absent`]
    if (typeof wanted !== 'string') return findMissing(found, wanted, at)
    return isOf(found, wanted) ? [] : [`${at} is not of type ${wanted}`]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isOf(value: unknown, wanted: string): boolean {
  if (wanted === 'array') return Array.isArray(value)
  if (wanted === 'integer') return Number.isInteger(value)
  return typeof value === wanted
}

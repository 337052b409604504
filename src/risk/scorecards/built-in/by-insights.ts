// Builds rules of scorecards from insights and their points. A client's statement makes an insight but is no evidence,
// so where an insight may rest on it alone, its rule asks for the evidence.
import { catalogue } from '#src/risk/insights/catalogue/catalogue.ts'
import type { ScorecardRule } from '../document.ts'

const evidenceOf: Readonly<Record<string, string>> = {
  EM008: 'email.verifiedByToken',
  PH007: '(phones.verifiedByToken || phones.verifiedByReply) && !insight.PH010',
}

export const whenOf = (code: string): string => evidenceOf[code] ?? `insight.${code}`

/** Ordered as in the catalogue. */
export const rulesOf = (points: Readonly<Record<string, number>>): ScorecardRule[] =>
  catalogue.flatMap(({ code, description }) => {
    const worth = points[code]
    return worth === undefined ? [] : [{ code, when: whenOf(code), points: worth, description }]
  })

export const deniedDevice: ScorecardRule = {
  code: 'device-denied',
  when: 'device.status == 3.0',
  points: -40,
  description: 'Dispositivo recusado',
}

export const bands = [
  { from: 0, name: 'alto risco' },
  { from: 40, name: 'risco médio' },
  { from: 70, name: 'baixo risco' },
]

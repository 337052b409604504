// The scorecard of the card check: what speaks for and against the use of the card by this person.
import { catalogue } from '#src/risk/insights/catalogue/catalogue.ts'
import type { Scorecard } from '../document.ts'

const points: Readonly<Record<string, number>> = {
  CD001: -30,
  CD002: 15,
  CD003: -30,
  CD004: 10,
  CD005: -25,
  CD006: -20,
  CD007: -10,
  CD009: -20,
  CD012: 5,
  DO002: -40,
  DO003: -40,
  DO006: -40,
  NM004: -20,
  BD002: -10,
  BD003: -30,
  EM001: -15,
  EM002: -25,
  EM006: -20,
  EM007: 3,
  EM008: 10,
  PH001: 3,
  PH007: 5,
  AD002: 3,
  AD003: -15,
  AD004: -15,
  VL001: -10,
  VL002: -15,
  VL003: -15,
  VL004: -40,
  VL005: -25,
  VL010: -30,
  VL014: -25,
  BM001: 10,
  BM002: -50,
  DV001: -30,
  PC001: -50,
}

export const cardCheck: Scorecard = {
  base: 60,
  rules: catalogue.flatMap(({ code, description }) => {
    const worth = points[code]
    return worth === undefined
      ? []
      : [{ code, when: `insight.${code}`, points: worth, description }]
  }),
  bands: [
    { from: 0, name: 'alto risco' },
    { from: 40, name: 'risco médio' },
    { from: 70, name: 'baixo risco' },
  ],
}

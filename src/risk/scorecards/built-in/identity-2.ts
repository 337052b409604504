// The second scorecard of the module `score`: the person's or company's own data and all evidence about them. A
// client's own verification counts nothing.
import type { Scorecard } from '../document.ts'
import { bands, deniedDevice, rulesOf } from './by-insights.ts'

/** Good signs, which few people have, so several of them show that the person is well known. */
const inFavour = { EM008: 15, PH007: 10, BM001: 10, BM004: 10, BM009: 10, CO001: 10 }

const ofData = {
  DO003: -40, NM003: -5, NM004: -20, BD002: -10, EM001: -15, EM002: -20, EM005: -5, EM006: -15,
  PH002: -10, PH003: -10, PH006: -15, PH010: -40, AD001: -10, AD003: -10, AD004: -10,
} // prettier-ignore
const ofHistory = {
  VL001: -10, VL002: -15, VL003: -15, VL005: -25, VL006: -15, VL007: -15, VL008: -10, VL009: -10,
  VL011: -20, VL012: -10, VL013: -10, VL015: -15,
} // prettier-ignore
const ofBiometrics = {
  BM002: -50,
  BM005: -50,
  BM006: -15,
  BM008: -30,
  BM010: -40,
  BM014: -40,
  DV001: -30,
}
const ofChecks = {
  PC001: -50, PC002: -15, PC003: -50, PC005: -30, PC006: -20, PC007: -25, PC008: -60, PC010: -40,
  PC011: -20, PC012: -25, PC013: -10, PC014: -30, PC016: -15, PC017: -25, PC019: -25, PC020: -15,
  CO002: -50, CO004: -20, CO007: -50, CO014: -15,
} // prettier-ignore

export const identity2: Scorecard = {
  base: 50,
  rules: [
    {
      code: 'document-check-digits-hold',
      when: 'document.checkDigitsHold',
      points: 5,
      description: 'Dígitos verificadores do documento corretos',
    },
    {
      code: 'document-check-digits-fail',
      when: '!document.checkDigitsHold',
      points: -45,
      description: 'Dígitos verificadores do documento incorretos',
    },
    {
      code: 'age-adult',
      when: 'age.known && age.years >= 18 && age.years <= 110',
      points: 5,
      description: 'Idade adulta plausível',
    },
    {
      code: 'age-impossible',
      when: 'has(age.impossible) && age.impossible',
      points: -40,
      description: 'Data de nascimento impossível',
    },
    {
      code: 'phone-plausible-mobile',
      when: 'phones.plausibleMobile > 0',
      points: 5,
      description: 'Telefone celular plausível',
    },
    deniedDevice,
    ...rulesOf({ ...inFavour, ...ofData, ...ofHistory, ...ofBiometrics, ...ofChecks }),
  ],
  bands,
}

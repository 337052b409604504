// The scorecard of the card check: what speaks for and against this person's use of the card. A client's own
// verification counts nothing.
import type { Scorecard } from '../document.ts'
import { bands, deniedDevice, rulesOf } from './by-insights.ts'

const ofCard = {
  CD001: -30, CD002: 15, CD003: -30, CD004: 10, CD005: -25, CD006: -20, CD007: -10, CD009: -20,
  CD012: 5,
} // prettier-ignore
const ofPerson = {
  DO002: -40, DO003: -40, DO006: -40, NM004: -20, BD002: -10, BD003: -30, EM001: -15, EM002: -25,
  EM006: -20, EM007: 3, EM008: 10, PH001: 3, PH007: 5, PH010: -40, AD002: 3, AD003: -15,
  AD004: -15,
} // prettier-ignore
const ofHistory = {
  VL001: -10, VL002: -15, VL003: -15, VL004: -40, VL005: -25, VL010: -30, VL011: -20, VL014: -25,
} // prettier-ignore
const ofEvidence = {
  BM001: 10, BM002: -50, BM004: 5, BM005: -50, BM008: -30, BM010: -40, BM014: -40, DV001: -30,
  PC001: -50, PC003: -30, PC005: -30, PC006: -20, PC007: -25, PC008: -60, PC010: -40, PC012: -25,
} // prettier-ignore

export const cardCheck: Scorecard = {
  base: 60,
  rules: [deniedDevice, ...rulesOf({ ...ofCard, ...ofPerson, ...ofHistory, ...ofEvidence })],
  bands,
}

// Describes results of the engines in words.

/** @import { LivenessResult, RedocResult } from '../../../biometrics/examinations/schema.ts' */

const statuses = ['Inconclusive', 'Live', 'Spoof suspected', 'No face', 'Several faces']
/** Advice for each reason code of the API. */
const helps = {
  'too-dark': 'more light',
  blurred: 'hold still',
  'too-far': 'come nearer',
  tilted: 'hold the head upright',
  'several-faces': 'one face alone',
  glasses: 'take the glasses off',
  'turn-not-reached': 'turn the head as asked, and further',
  'not-moving': 'a head that moves',
  'not-a-document': 'a document, itself and not a copy',
  'wrong-side': 'the other side',
  unreadable: 'a clearer picture of all of it, nearer and in even light',
  expired: 'a document that is valid',
  'file-altered': 'the file exported anew: this one was changed after it was signed',
  'file-unproven': 'pictures: what this file says is not proved',
  'no-challenge': 'a challenge that is answered: pictures alone prove nobody alive',
}
const assurances = {
  'picture-only': 'a picture, which does not prove it authentic',
  signed: 'signed',
  official: 'an official base agrees',
}

const checks = ['Not made', 'Passed', 'Suspicious', 'Failed']

/**
 * @param {LivenessResult | undefined} result
 * @returns {[string, string][]}
 */
export function describeLiveness(result) {
  if (!result) return []
  const { livenessStatus, securityCheck, device, analysis, reasons } = result
  const turns = analysis.images.map(({ faces, yaw }) =>
    faces === 1 && yaw !== undefined ? `${Math.round(yaw)}°` : `${faces} faces`,
  )
  const fired = device.rules.filter(({ status }) => status === 2)
  return [
    ['Liveness', statuses[livenessStatus] ?? String(livenessStatus)],
    ...describeHelp(livenessStatus === 0 && reasons.length === 0 ? ['no-challenge'] : reasons),
    ['Security check', checks[securityCheck] ?? String(securityCheck)],
    ['Turns of the head', turns.join(', ')],
    ['Farthest face', analysis.farthest === undefined ? '–' : String(analysis.farthest)],
    .../** @type {[string, string][]} */ (
      analysis.comparison
        ? [['Portrait', `${analysis.comparison.verdict}, ${analysis.comparison.score} of 100`]]
        : []
    ),
    ['Device', `${device.score} of 1000`],
    ['Rules that fired', fired.map(({ code, details }) => `${code} ${details}`).join('; ') || '–'],
  ]
}

/**
 * @param {RedocResult | undefined} result
 * @returns {[string, string][]}
 */
export function describeDocument(result) {
  if (!result) return []
  const { documentType, rank, alerts, ocrData, additionalInformation, reasons } = result
  const read = Object.entries(ocrData).filter(([, value]) => value !== '')
  return [
    ['Result', `${result.result}, rank ${rank}`],
    ...describeHelp(reasons),
    ['Rests on', assurances[result.assurance]],
    ['Type', documentType],
    ['Alerts', alerts.join(', ') || '–'],
    ['Found', additionalInformation.join(', ')],
    .../** @type {[string, string][]} */ (read),
  ]
}

/**
 * @param {readonly (keyof typeof helps)[]} reasons
 * @returns {[string, string][]}
 */
const describeHelp = (reasons) =>
  reasons.length === 0 ? [] : [['What would help', reasons.map((code) => helps[code]).join('; ')]]

// Results of the engines in words.

/** @import { LivenessResult, RedocResult } from '../../../biometrics/examinations/schema.ts' */

const statuses = ['Inconclusive', 'Live', 'Spoof suspected', 'No face', 'Several faces']
const checks = ['Not made', 'Passed', 'Suspicious', 'Failed']

/**
 * @param {LivenessResult | undefined} result
 * @returns {[string, string][]}
 */
export function describeLiveness(result) {
  if (!result) return []
  const { livenessStatus, securityCheck, device, analysis } = result
  const turns = analysis.images.map(({ faces, yaw }) =>
    faces === 1 && yaw !== undefined ? `${Math.round(yaw)}°` : `${faces} faces`,
  )
  const fired = device.rules.filter(({ status }) => status === 2)
  return [
    ['Liveness', statuses[livenessStatus] ?? String(livenessStatus)],
    ['Security check', checks[securityCheck] ?? String(securityCheck)],
    ['Turns of the head', turns.join(', ')],
    ['Farthest face', analysis.farthest === undefined ? '–' : String(analysis.farthest)],
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
  const { documentType, rank, alerts, ocrData, additionalInformation } = result
  const read = Object.entries(ocrData).filter(([, value]) => value !== '')
  return [
    ['Result', `${result.result}, rank ${rank}`],
    ['Type', documentType],
    ['Alerts', alerts.join(', ') || '–'],
    ['Found', additionalInformation.join(', ')],
    .../** @type {[string, string][]} */ (read),
  ]
}

// Validates wordings at the start, so that no message fails later because of one.
import { findForeign, measureSms } from '../text/gsm.ts'
import type { Template, Worded } from './built-in.ts'

const placeholders = /\{([^{}]*)\}/g

const known: Readonly<Record<Worded, { must: readonly string[]; may: readonly string[] }>> = {
  'sms-token': { must: ['code'], may: ['link', 'brand', 'minutes'] },
  'sms-2fa': { must: ['1', '2'], may: ['brand', 'minutes'] },
  'whatsapp-2fa': { must: [], may: ['brand', 'minutes'] },
}

/** The most SMS segments of each text; a token’s link takes most of one. */
const segmentsMax: Readonly<Record<Worded, number>> = {
  'sms-token': 2,
  'sms-2fa': 1,
  'whatsapp-2fa': Infinity,
}

/** WhatsApp’s limits: characters of a button, and of a message with buttons. */
const labelMax = 20
const whatsappMax = 1024

export const isSms = (challengeKind: Worded): boolean => challengeKind.startsWith('sms-')

/** A purpose may add one segment. */
const purposeSegments = 1

type Longest = { readonly text: string; readonly withPurpose: string }

/** The faults of a template; `longest` are its texts with every placeholder filled by its longest value. */
export function findFaults(challengeKind: Worded, template: Template, longest: Longest): string[] {
  const { text, purposeText, options } = template
  const max = segmentsMax[challengeKind]
  const measure = (one: string, segments: number) =>
    isSms(challengeKind) ? findSmsFaults(one, segments) : findWhatsappFaults(one)
  return [
    ...findPlaceholderFaults(challengeKind, text),
    ...(purposeText === undefined ? [] : findPurposeFaults(challengeKind, purposeText)),
    ...measure(longest.text, max),
    ...measure(longest.withPurpose, max + purposeSegments),
    ...(options ? findLabelFaults(options) : []),
  ]
}

const findPurposeFaults = (challengeKind: Worded, text: string): string[] =>
  text.includes('{purpose}')
    ? findPlaceholderFaults(challengeKind, text.replaceAll('{purpose}', ''))
    : ['the text with a purpose needs {purpose}']

function findPlaceholderFaults(challengeKind: Worded, text: string): string[] {
  const { must, may } = known[challengeKind]
  const found = [...text.matchAll(placeholders)].map(([, name]) => name ?? '')
  return [
    ...must.filter((name) => !found.includes(name)).map((name) => `the text needs {${name}}`),
    ...found
      .filter((name) => !must.includes(name) && !may.includes(name))
      .map((name) => `{${name}} is not known; known are ${list([...must, ...may])}`),
  ]
}

function findSmsFaults(longest: string, max: number): string[] {
  const foreign = findForeign(longest)
  if (foreign !== undefined)
    return [`'${foreign}' is not in GSM-7; an SMS is written without such characters`]
  const { segments, units } = measureSms(longest)
  if (segments <= max) return []
  return [
    `the text takes ${segments} SMS (${units} septets) with all its places filled, at most ${max}`,
  ]
}

function findWhatsappFaults(longest: string): string[] {
  return longest.length <= whatsappMax ? [] : [`the text is longer than ${whatsappMax} characters`]
}

function findLabelFaults(options: NonNullable<Template['options']>): string[] {
  const labels = Object.values(options)
  return [
    ...labels
      .filter((label) => label.trim() === '' || label.length > labelMax)
      .map(() => `a label has 1 to ${labelMax} characters`),
    ...(new Set(labels).size === labels.length ? [] : ['the labels must differ']),
  ]
}

const list = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

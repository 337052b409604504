// Classifies a hit by what the entry or record is. The kinds stay apart, because an exposed person is not sanctioned,
// and a debt that leads to prison is no crime. Pure.
import type { CheckRecord, ListKind, ListMatch } from '#src/screening/wire/schema.ts'

export type WarrantKind = 'criminal' | 'civil'

const ofTopic: readonly (readonly [RegExp, ListKind])[] = [
  [/^sanction(?:\.|$)/, 'sanction'],
  [/^(?:role\.)?(?:pep|rca)(?:\.|$)/, 'exposed'],
  [/^debarment(?:\.|$)/, 'debarment'],
  [/^wanted(?:\.|$)/, 'wanted'],
]
/**
 * The topics of followthemoney 4.9.2 (types/topic.py) that are no risk, because they say what somebody is and not why
 * the person is listed.
 */
const describing = /^(?:corp\.(?:offshore|shell|public)|fin|gov|mil|pol|rel|role)(?:\.|$)/

/** The kind of list that each service is about. */
export const kindOfService: Readonly<Record<string, ListKind>> = {
  Sanctions: 'sanction',
  Pep: 'exposed',
  AdverseMedia: 'media',
}

/** Unifies how vendors write a topic: `Sanctions` becomes `sanction`. */
const foldTopic = (topic: string): string =>
  topic
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '.')
    .replaceAll(/([a-z])s(?=\.|$)/g, '$1')

/**
 * The kinds of an entry by its topics. An unknown topic counts as the service's own kind, even beside known topics, and
 * so does an entry without telling topics.
 */
export function listKindsOf(
  service: string,
  { topics }: Pick<ListMatch, 'topics'>,
): readonly ListKind[] {
  // prettier-ignore
  if (service === 'AdverseMedia') return ['media']
  const folded = topics.map(foldTopic)
  const named = ofTopic
    .filter(([form]) => folded.some((topic) => form.test(topic)))
    .map(([, kind]) => kind)
  const isKnown = (topic: string) =>
    describing.test(topic) || ofTopic.some(([form]) => form.test(topic))
  const usual = kindOfService[service]
  const isUsual = named.length === 0 || !folded.every(isKnown)
  return usual !== undefined && isUsual ? [...new Set([...named, usual])] : named
}

/** A warrant is criminal unless its source says that it is not. */
export const warrantKindOf = ({ kind }: CheckRecord): WarrantKind =>
  /civil|aliment|alimony/i.test(kind) ? 'civil' : 'criminal'

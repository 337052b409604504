// What kind of hit an entry of a list or a record is. They stay apart: to be exposed is no sanction, and a debt that
// leads to prison no crime. Pure.
import type { CheckRecord, ListKind, ListMatch } from '#src/screening/wire/schema.ts'

export type WarrantKind = 'criminal' | 'civil'

const ofTopic: readonly (readonly [RegExp, ListKind])[] = [
  [/^sanction(?:\.|$)/, 'sanction'],
  [/^(?:role\.)?(?:pep|rca)(?:\.|$)/, 'exposed'],
  [/^debarment(?:\.|$)/, 'debarment'],
  [/^wanted(?:\.|$)/, 'wanted'],
]
/** The topics of followthemoney 4.9.2 (types/topic.py) that are no risk: they say what somebody is, not why. */
const describing = /^(?:corp\.(?:offshore|shell|public)|fin|gov|mil|pol|rel|role)(?:\.|$)/

/** What a service is about. */
export const kindOfService: Readonly<Record<string, ListKind>> = {
  Sanctions: 'sanction',
  Pep: 'exposed',
  AdverseMedia: 'media',
}

/** As vendors write it: `Sanctions` is `sanction`. */
const foldTopic = (topic: string): string =>
  topic
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '.')
    .replaceAll(/([a-z])s(?=\.|$)/g, '$1')

/**
 * By its topics. What nobody knows is what the service is about, and a known topic beside it takes nothing of that away;
 * so is an entry of which the topics say nothing.
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

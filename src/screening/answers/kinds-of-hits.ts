// What kind of hit an entry of a list or a record is. They stay apart: to be exposed is no sanction, and a debt that
// leads to prison no crime. Pure.
import type { CheckRecord, ListKind, ListMatch } from '#src/screening/wire/schema.ts'

export type WarrantKind = 'criminal' | 'civil'

const ofTopic: readonly (readonly [RegExp, ListKind])[] = [
  [/^sanction(?:\.|$)/, 'sanction'],
  [/^role\.(?:pep|rca)(?:\.|$)/, 'exposed'],
  [/^debarment(?:\.|$)/, 'debarment'],
  [/^wanted(?:\.|$)/, 'wanted'],
]
/** What a service is about. */
export const kindOfService: Readonly<Record<string, ListKind>> = {
  Sanctions: 'sanction',
  Pep: 'exposed',
  AdverseMedia: 'media',
}

/** By its topics; of none that is known it is what the service is about. */
export function listKindsOf(service: string, { topics }: ListMatch): readonly ListKind[] {
  if (service === 'AdverseMedia') return ['media']
  const named = ofTopic
    .filter(([form]) => topics.some((topic) => form.test(topic)))
    .map(([, kind]) => kind)
  const usual = kindOfService[service]
  return named.length > 0 || usual === undefined ? named : [usual]
}

/** A warrant is criminal unless its source says that it is not. */
export const warrantKindOf = ({ kind }: CheckRecord): WarrantKind =>
  /civil|aliment|alimony/i.test(kind) ? 'civil' : 'criminal'

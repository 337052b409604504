// The schema of an entity in watchman's answers (moov-io/watchman at d299005, pkg/search/models.go), with one date of
// birth as a moment. Its readers (pkg/sources/{ofac,csl_us,csl_eu,csl_uk,csl_un}/mapper.go) write a year as its first
// of January, a month as its first day and a range as its beginning, drop "circa", and write an unreadable date as the
// year 1.
import { z } from 'zod'
import { itemsMax, type ListMatch } from '#src/screening/wire/schema.ts'

const GovernmentId = z.object({ country: z.string().nullish(), identifier: z.string().nullish() })
const Being = z.object({
  altNames: z.array(z.string()).nullish(),
  governmentIDs: z.array(GovernmentId).nullish(),
})
const Flat = z.object({
  name: z.string(),
  entityType: z.string(),
  sourceList: z.string(),
  sourceID: z.string(),
  person: Being.extend({ birthDate: z.string().nullish() }).nullish(),
  business: Being.nullish(),
  organization: Being.nullish(),
  match: z.number(),
})
/** Older servers nest the entity below its match. */
const Nested = z
  .object({ entity: Flat.omit({ match: true }), match: z.number() })
  .transform(({ entity, match }) => ({ ...entity, match }))
export const Entity = z.union([Flat, Nested])

export function toMatch(entity: z.output<typeof Entity>, minMatch: number): ListMatch {
  const { name, sourceList, sourceID, person, business, organization, match } = entity
  const beings = [person, business, organization]
  const otherNames = beings
    .flatMap((being) => being?.altNames ?? [])
    .filter((one) => one !== '')
    .slice(0, itemsMax)
  const documents = beings.flatMap((being) => being?.governmentIDs ?? []).flatMap(toDocument)
  const birthDates = toBirthDates(person?.birthDate ?? '')
  return {
    id: `${sourceList}:${sourceID}`,
    name,
    score: Math.min(1, Math.max(0, match)),
    match: match >= minMatch,
    topics: ['sanction'],
    lists: [sourceList],
    ...(birthDates.length > 0 && { birthDates }),
    ...(documents.length > 0 && { documents }),
    ...(otherNames.length > 0 && { otherNames }),
  }
}

/**
 * Writes EDTF. A first day may mean the whole month or year, or the beginning of a range, so it is marked as uncertain.
 */
function toBirthDates(moment: string): string[] {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(moment) ?? []
  if (day === undefined || day.startsWith('0001')) return []
  if (!day.endsWith('-01')) return [day]
  return [`${day.endsWith('-01-01') ? day.slice(0, 4) : day.slice(0, 7)}?`]
}

/** Only Brazilian numbers are kept, because foreign ones sometimes look like a CPF. */
const toDocument = ({ country, identifier }: z.output<typeof GovernmentId>): string[] => {
  const number = (identifier ?? '').replaceAll(/[^0-9A-Za-z*]/g, '').toUpperCase()
  const isOfBrazil = /^(?:br|bra|brazil|brasil)$/i.test(country ?? '')
  return isOfBrazil && number !== '' && number.length <= 20 ? [number] : []
}

// The schema of an entity of followthemoney in yente's answers (opensanctions/yente at 916a474, yente/data/common.py):
// each property is a list of texts. A date is ISO 8601 as far as it is known, a range comes as its two ends
// (followthemoney 4.9.2, types/date.py), and common names have a property of their own.
import { z } from 'zod'
import { itemsMax, type ListMatch } from '#src/screening/wire/schema.ts'

export const Entity = z.object({
  id: z.string(),
  caption: z.string(),
  properties: z.record(z.string(), z.array(z.string())).default({}),
  datasets: z.array(z.string()).default([]),
  score: z.number(),
  match: z.boolean(),
})

export function toMatch({ id, caption, properties, ...found }: z.output<typeof Entity>): ListMatch {
  const { topics = [], birthDate = [], country } = properties
  const { name = [], alias = [], previousName = [], weakAlias = [] } = properties
  const otherNames = named([...name, ...alias, ...previousName], [caption])
  const weakNames = named(weakAlias, [caption, ...otherNames])
  const documents = [
    ...(country?.includes('br') ? numbersOf(properties) : []),
    ...passportsOf(properties),
  ]
  return {
    id,
    name: caption,
    score: Math.min(1, Math.max(0, found.score)),
    match: found.match,
    topics,
    lists: found.datasets,
    ...(birthDate.length > 0 && { birthDates: birthDate }),
    ...(country && { countries: country }),
    ...(documents.length > 0 && { documents }),
    ...(otherNames.length > 0 && { otherNames }),
    ...(weakNames.length > 0 && { weakNames }),
  }
}

const named = (names: readonly string[], known: readonly string[]): string[] =>
  [...new Set(names)].filter((one) => one !== '' && !known.includes(one)).slice(0, itemsMax)

/** Numbers that look Brazilian are left out, because they would make the bearer of the name another person. */
const passportsOf = ({ passportNumber = [] }: z.output<typeof Entity>['properties']): string[] =>
  passportNumber.map(bare).filter((one) => one !== '' && !/^(?:\d{11}|\d{14})$/.test(one))

const bare = (number: string) => number.replaceAll(/[^0-9A-Za-z*]/g, '').toUpperCase()

/**
 * Only numbers of entities with Brazil among their countries are used, because foreign ones sometimes look like a CPF.
 */
function numbersOf(properties: z.output<typeof Entity>['properties']): string[] {
  const { taxNumber = [], idNumber = [], registrationNumber = [] } = properties
  return [...taxNumber, ...idNumber, ...registrationNumber]
    .map(bare)
    .filter((one) => one !== '' && one.length <= 20)
}

// The facts from official bases about one person and one selfie, over all asked sources. The worst face counts, and one
// differing field is enough; a fact that no source states is absent. Pure.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { official } from '#src/journey/facts/vocabulary/checks.ts'
import type { CheckAnswer, OfficialProof } from '#src/screening/orders/port.ts'
import type { Subject } from '#src/screening/orders/store.ts'
import { officialFaces, type OfficialResult } from '#src/screening/wire/official-schema.ts'
import type { Statement } from './statements.ts'

type OfficialFacts = GroupFacts<typeof official>

/** The facts about the selfie and document that were asked about last. */
export function describeOfficial(statements: readonly Statement[]): OfficialFacts {
  const said = statements.filter(({ port }) => port === 'official-match')
  const last = shownOf(said.at(-1)?.subject)
  const answers = said.flatMap(({ subject, answer }) => {
    const { selfieOf, documentOf } = shownOf(subject) ?? {}
    const isSame = selfieOf === last?.selfieOf && documentOf === last?.documentOf
    return isSame ? toOfficial(answer) : []
  })
  return joinAnswers(answers)
}

export const toOfficial = (answer: CheckAnswer | null | undefined): OfficialResult[] =>
  // Safe because only answers of `official-match` are passed, which the schema of that port has parsed.
  answer ? [answer as OfficialResult] : []

export const shownOf = (subject: Subject | undefined) =>
  subject && 'shown' in subject ? subject.shown : undefined

export function joinAnswers(answers: readonly OfficialResult[]): OfficialFacts {
  const inBase = answers.flatMap((one) => one.inBase ?? [])
  const compared = answers.flatMap((one) => one.face ?? [])
  const face = officialFaces.findLast((one) => compared.includes(one))
  const fields = fieldsOf(answers)
  return {
    ...(inBase.length > 0 && { inBase: inBase.includes(true) }),
    ...(face && { face }),
    ...(fields && { fields }),
  }
}

/** Fields agree only if name and birth date do; when either was not compared, the result is unknown. */
function fieldsOf(answers: readonly OfficialResult[]): OfficialFacts['fields'] {
  const compared = answers.flatMap(({ fields = {} }) => Object.entries(fields))
  if (compared.some(([, agrees]) => !agrees)) return 'differ'
  const names = compared.map(([name]) => name)
  return names.includes('name') && names.includes('birthdate') ? 'agree' : undefined
}

/** A match proves nothing when a source does not take the selfie for a live one. */
export function verdictOf(answers: readonly OfficialResult[]): OfficialProof['verdict'] {
  const { face, fields } = joinAnswers(answers)
  if (face === 'no-match') return 'contradicts'
  const isReal = answers.every(({ liveness }) => liveness !== 'not-real')
  return face === 'match' && fields === 'agree' && isReal ? 'agrees' : 'open'
}

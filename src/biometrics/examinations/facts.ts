// The facts that examinations provide: codes and counts from the newest examination of each kind.
import type { FactsQuery, FactSource, FactValues } from '#src/journey/facts/facts.ts'
import * as vocabulary from '#src/journey/facts/vocabulary/evidence.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { digitsOf } from '#src/biometrics/verdicts/documents.ts'
import type { Results } from './examination.ts'
import { type Comparison, nameEngine } from '#src/biometrics/engines/rules.ts'
import type { EngineName } from '#src/biometrics/engines/port.ts'
import { countsFor, isOf } from './counted.ts'
import { assuranceOf, provenBy } from './proof.ts'
import { live, spoofSuspected } from './rules.ts'
import { type Examination, listExaminations } from './store.ts'

/** The most submissions whose comparisons and readings are read, newest first. */
const lookedAt = 100

export const biometricsFacts: FactSource = {
  variables: {
    liveness: declareFacts(vocabulary.liveness),
    device: declareFacts(vocabulary.device),
    documents: declareFacts(vocabulary.documents),
    faces: declareFacts(vocabulary.faces),
    documentReading: declareFacts(vocabulary.documentReading),
    faceMatch: declareFacts(vocabulary.faceMatch),
  },
  async read({ db, sealer, transaction, counted }): Promise<FactValues> {
    const kinds = ['liveness', 'redoc', 'biometrics-score'] as const
    const all = await listExaminations({ db, sealer }, transaction, kinds, lookedAt)
    return describe(counted ? keepCounted(all, counted) : all)
  },
}

/** Drops the examinations that do not count; a comparison counts only if both of its pictures count. */
function keepCounted(
  all: readonly Examination[],
  counted: NonNullable<FactsQuery['counted']>,
): Examination[] {
  const ofSelfies = countsFor(counted['facialBiometrics'])
  const ofDocuments = countsFor(counted['aiDocs'])
  const kept = all.filter((one) => (isOf(one, 'redoc') ? ofDocuments(one) : ofSelfies(one)))
  const ids = new Set(kept.map(({ id }) => id))
  const boughtSince = counted['officialMatch']?.boughtSince
  return kept.map((found) => {
    const one = isOf(found, 'redoc') ? withCountedWord(found, boughtSince) : found
    const compared = comparisonOf(one)
    const holds = !compared || (ids.has(compared.selfieOf) && ids.has(compared.documentOf))
    return holds ? one : withoutComparison(one)
  })
}

/** Leaves out an official base's answer from before `since`, because a rule may ask only for later answers. */
function withCountedWord<Of extends Examination<'redoc'>>(one: Of, since: Date | undefined): Of {
  const { official } = one.result ?? {}
  if (!one.result || !official || !since || Date.parse(official.at) > since.getTime()) return one
  return { ...one, result: { ...one.result, official: undefined } }
}

/** Safe because only the comparison is left out, and every kind of result may lack it. */
const withoutComparison = (one: Examination): Examination =>
  ({ ...one, result: one.result && { ...one.result, comparison: undefined } }) as Examination

function describe(all: readonly Examination[]): FactValues {
  const attempts = all.filter((one) => isOf(one, 'liveness'))
  const done = attempts.filter(({ result }) => result !== undefined)
  const documents = all.filter((one) => isOf(one, 'redoc'))
  const document = documents.find(({ result }) => result !== undefined)
  const [newest] = done
  const selfie = done.find(({ result }) => result?.livenessStatus === live)
  const ofSelfie = all.flatMap(({ result }) =>
    result?.comparison && result.comparison.selfieOf === selfie?.id ? [result.comparison] : [],
  )
  const comparison = worstOf(ofSelfie) ?? all.map(comparisonOf).find((one) => one !== undefined)
  return {
    liveness: {
      attempts: attempts.length,
      spoofs: done.filter(({ result }) => result?.livenessStatus === spoofSuspected).length,
      ...(newest?.result ? { done: true, ...pickLiveness(newest.result) } : { done: false }),
    },
    device: newest ? describeDevice(newest) : { known: false },
    documentReading: describeReading(document?.result),
    documents: {
      refused: documents.filter(({ result }) => result?.result === 'Reprovado').length,
      ...(document?.result && {
        verdict: document.result.result,
        ...describeAssurance(document, documents, selfie),
        ...pickEngine(document.result.reading),
        ...countSame(document.result),
      }),
      ...describeContradiction(documents),
    },
    faceMatch: comparison
      ? { done: true, score: comparison.score, verdict: comparison.verdict }
      : { done: false },
    faces: {
      mismatches: all.filter((one) => comparisonOf(one)?.verdict === 'no-match').length,
      ...(document && describeFaces(ofSelfie, document)),
    },
  }
}

/** Whether an official base contradicts any document; absent if no base has answered. */
function describeContradiction(documents: readonly Examination<'redoc'>[]) {
  const said = documents.flatMap(({ result }) => result?.official ?? [])
  return said.length > 0 && { contradicted: said.some((one) => one.verdict === 'contradicts') }
}

/** An official base's agreement holds for one selfie; either side of the document may carry it. */
function describeAssurance(
  { result, ...document }: Examination<'redoc'>,
  documents: readonly Examination<'redoc'>[],
  selfie: Examination<'liveness'> | undefined,
) {
  const sides = documents.filter(({ id }) => id === document.id || id === result?.withSide)
  const agreed = sides
    .map((side) => side.result?.official)
    .find((one) => one?.verdict === 'agrees' && one.selfieOf === selfie?.id)
  const assured = {
    ...(result?.assurance && { assurance: result.assurance }),
    ...(agreed && { official: agreed }),
  }
  const proof = provenBy(document, assured)
  return { assurance: assuranceOf(assured), ...(proof.length > 0 && { provenBy: proof }) }
}

const worstOf = (comparisons: readonly Comparison[]): Comparison | undefined =>
  comparisons.toSorted((a, b) => a.score - b.score)[0]

/** Absent if the selfie was compared only with other documents. */
function describeFaces(ofSelfie: readonly Comparison[], { id, result }: Examination<'redoc'>) {
  const sides = [id, result?.withSide]
  const isCompared = ofSelfie.some(({ documentOf }) => sides.includes(documentOf))
  const verdict = worstOf(ofSelfie)?.verdict
  return isCompared && verdict ? { verdict } : {}
}

const pickLiveness = ({ livenessStatus, securityCheck, ...result }: Results['liveness']) => ({
  status: livenessStatus,
  securityCheck,
  ...pickEngine(result),
  ...countSame(result),
})

/** The fields are absent if the engine did not report them. */
const pickEngine = <Attack extends string>({ engine, attack }: Judged<Attack>) => ({
  ...(engine && { engine: nameEngine(engine) }),
  ...(attack && { attack }),
})
type Judged<Attack> = { readonly engine?: EngineName; readonly attack?: Attack }

/** Absent if the pictures were not compared. */
const countSame = ({ look, samePictures = [] }: Pick<Results['redoc'], 'look' | 'samePictures'>) =>
  look === undefined ? {} : { samePictures: samePictures.length }

function describeDevice({ input }: Examination<'liveness'>) {
  const { status, score, scoreClassification, rules } = input.device
  const fired = rules.filter((rule) => rule.status === 2).map(({ code }) => code)
  return { known: input.isEventReadable, status, score, scoreClassification, fired, rules: fired }
}

function describeReading(result: Results['redoc'] | undefined) {
  if (!result) return { done: false }
  const { reading, rank, alerts } = result
  return {
    done: true,
    type: reading.documentType,
    result: result.result,
    rank,
    alerts: [...alerts],
    cpfRead: digitsOf(reading.fields.numeroCPF) !== '',
  }
}

const comparisonOf = ({ result }: Examination): Comparison | undefined => result?.comparison

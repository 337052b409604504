// The facts that examinations provide: codes and counts, of the newest of each kind.
import type { FactSource, FactValues } from '#src/journey/facts/facts.ts'
import { digitsOf } from './documents.ts'
import type { Comparison, Results } from './examination.ts'
import { type Examination, listExaminations } from './store.ts'

/** Comparisons and readings older than so many submissions are not looked at. */
const lookedAt = 30

export const biometricsFacts: FactSource = {
  variables: {
    liveness: { done: 'bool', status: 'double', securityCheck: 'double', attempts: 'double' },
    device: {
      known: 'bool',
      status: 'double',
      score: 'double',
      scoreClassification: 'double',
      fired: { list: 'double' },
    },
    documentReading: {
      done: 'bool',
      type: 'string',
      result: 'string',
      rank: 'double',
      alerts: { list: 'string' },
      cpfRead: 'bool',
    },
    faceMatch: { done: 'bool', score: 'double', verdict: 'string' },
  },
  async read({ db, sealer, transaction }): Promise<FactValues> {
    const kinds = ['liveness', 'redoc', 'biometrics-score'] as const
    const all = await listExaminations({ db, sealer }, transaction, kinds, lookedAt)
    return describe(all)
  },
}

function describe(all: readonly Examination[]): FactValues {
  const newest = <K extends Examination['kind']>(kind: K) => {
    const found = all.find((one) => one.kind === kind && one.result !== undefined)
    // Safe because an examination's kind names what it holds.
    return found as Examination<K> | undefined
  }
  const liveness = newest('liveness')
  const comparison = all.map(comparisonOf).find((one) => one !== undefined)
  return {
    liveness: {
      attempts: all.filter(({ kind }) => kind === 'liveness').length,
      ...(liveness?.result ? { done: true, ...pickLiveness(liveness.result) } : { done: false }),
    },
    device: liveness ? describeDevice(liveness) : { known: false },
    documentReading: describeReading(newest('redoc')?.result),
    faceMatch: comparison
      ? { done: true, score: comparison.score, verdict: comparison.verdict }
      : { done: false },
  }
}

const pickLiveness = ({ livenessStatus: status, securityCheck }: Results['liveness']) => ({
  status,
  securityCheck,
})

function describeDevice({ input }: Examination<'liveness'>) {
  const { status, score, scoreClassification, rules } = input.device
  const fired = rules.filter((rule) => rule.status === 2).map(({ code }) => code)
  return { known: input.isEventReadable, status, score, scoreClassification, fired }
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

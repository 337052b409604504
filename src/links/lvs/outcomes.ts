// Derives the outcome of a step from the results of its module. Results are newest first, as packs show them.
import { z } from 'zod'
import type { StepOutcome } from './rules.ts'
import { type StepKey, triesMax } from './walk.ts'

type Sent = {
  readonly tries: number
  /** How many results the last try brings. */
  readonly pictures: number
  /** A person is to look at it, because what is asked cannot be done. */
  readonly review: boolean
}

const Email = z.object({ status: z.string() })
const Phone = z.object({ status: z.string(), option: z.number().optional() })
const Document = z.object({ processStatus: z.string(), status: z.string() })
/** Front and back of one document are two results. */
const sidesMax = 2
const Face = z.object({ livenessStatus: z.number() })

/** The option that says yes, in every wording of the question. */
const yes = 1

const readers: Record<StepKey, (results: readonly unknown[], sent: Sent) => StepOutcome | null> = {
  emailToken: (results) => (parse(Email, results).some(isValid) ? 'confirmed' : null),
  phoneConfirmation(results) {
    const answer = parse(Phone, results).find(({ status }) => status === 'Replied')
    if (!answer) return null
    return answer.option === yes ? 'confirmed' : 'denied'
  },
  aiDocs(results, sent) {
    const processed = parse(Document, results).filter((one) => one.processStatus === 'Processed')
    const sides = processed.slice(0, Math.min(sidesMax, sent.pictures)).map(({ status }) => status)
    if (sides.length === 0) return null
    // A side that is refused is not made good by the other one.
    if (sides.includes('Reprovado')) return endTrying(sent, 'rejected')
    return sides.includes('Aprovado') ? 'approved' : endTrying(sent, 'inconclusive')
  },
  facialBiometrics(results, sent) {
    const [latest] = parse(Face, results)
    if (!latest) return null
    if (latest.livenessStatus === 1) return 'live'
    return endTrying(sent, latest.livenessStatus === 2 ? 'suspect' : 'inconclusive')
  },
}

/** Null: the step is not done with, and may be tried again. */
export const readOutcome = (
  key: StepKey,
  results: readonly unknown[],
  sent: Sent,
): StepOutcome | null => readers[key](results, sent)

function endTrying({ tries, review }: Sent, outcome: StepOutcome): StepOutcome | null {
  if (review) return 'review'
  // What was there before the link counts as it is.
  return tries === 0 || tries >= triesMax ? outcome : null
}

const isValid = ({ status }: { readonly status: string }) => status === 'Valid'

const parse = <T>(schema: z.ZodType<T>, results: readonly unknown[]): T[] =>
  results.flatMap((one) => {
    const parsed = schema.safeParse(one)
    return parsed.success ? [parsed.data] : []
  })

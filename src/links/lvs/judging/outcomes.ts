// Derives the outcome of a step from the results of its module, which come newest first.
import type { StepResult } from '../steps.ts'
import { z } from 'zod'
import { type StepKind, type StepOutcome, type StepReason, stepReasons } from '../rules.ts'
import { triesMax } from '../walk.ts'
import type { Sides } from './sides.ts'

type Sent = {
  readonly tries: number
  /** How many results the last submission gives. */
  readonly pictures: number
  /** A manual review was requested, because the person cannot do what is asked. */
  readonly review: boolean
  readonly sides: Sides
}

const Email = z.object({ status: z.string() })
const Phone = z.object({
  status: z.string(),
  meaning: z.string().optional(),
  denied: z.boolean().optional(),
})
const Document = z.object({ processStatus: z.string(), status: z.string() })
/** Front and back of one document give two results. */
const sidesMax = 2
const Face = z.object({
  livenessStatus: z.number(),
  securityCheck: z.number(),
  device: z.object({ status: z.number() }),
  reasons: z.array(z.string()),
})

const live = 1
const spoofSuspected = 2
/** One suspected spoof may be bad luck, two are not. */
const spoofsMax = 2
/** The codes for a denied device, and for a passed and a suspicious security check. */
const [deny, passed, suspicious] = [3, 1, 2]

const readers: Record<StepKind, (results: readonly unknown[], sent: Sent) => StepResult | null> = {
  emailToken: (results) => (parse(Email, results).some(isValid) ? end('confirmed') : null),
  phoneConfirmation(results) {
    const answers = parse(Phone, results)
    // A denial stays, whatever was said before or after it.
    if (answers.some(({ denied }) => denied === true)) return end('denied', 'denied')
    const answer = answers.find(({ status }) => status === 'Replied')
    if (!answer) return null
    if (answer.meaning === 'yes') return end('confirmed')
    // An answer that is neither yes nor no confirms nothing, but is no denial.
    return answer.meaning === 'no' ? end('denied', 'denied') : end('given-up', 'inconclusive')
  },
  ask: (results) => (results.length > 0 ? end('answered') : null),
  aiDocs(results, sent) {
    const processed = parse(Document, results).filter((one) => one.processStatus === 'Processed')
    const sides = processed.slice(0, Math.min(sidesMax, sent.pictures))
    const has = (status: string) => sides.some((side) => side.status === status)
    // A refused side is not outweighed by the other one.
    if (has('Reprovado')) return end('rejected', 'document-refused')
    if (has('Aprovado') && !sent.sides.differ) return end('approved')
    return sides.length === 0 ? null : endTrying(sent, sent.sides.hints)
  },
  facialBiometrics(results, sent) {
    const faces = parse(Face, results)
    const [latest] = faces
    if (!latest) return null
    const { livenessStatus, securityCheck, device, reasons } = latest
    const spoofs = faces.filter((face) => face.livenessStatus === spoofSuspected)
    if (livenessStatus === spoofSuspected && spoofs.length >= spoofsMax)
      return end('suspect', 'spoof-suspected')
    if (livenessStatus !== live) return endTrying(sent, reasons.filter(isReason))
    const isTrusted = securityCheck === passed || securityCheck === suspicious
    // A retry would come from the same device.
    if (device.status === deny || !isTrusted) return end('inconclusive', 'device-denied')
    return sent.review ? end('review', 'asked-for') : end('live')
  },
}

/** Null when the step stays open and may be tried again. */
export const readOutcome = (
  key: StepKind,
  results: readonly unknown[],
  sent: Sent,
): StepResult | null => readers[key](results, sent)

/** The faults of the last try that the person can mend. */
export function readHints(
  key: StepKind,
  results: readonly unknown[],
  { hints }: Sides,
): readonly StepReason[] {
  if (key === 'facialBiometrics') return (parse(Face, results)[0]?.reasons ?? []).filter(isReason)
  return key === 'aiDocs' ? hints : []
}

/** Insufficient results from before the link are not counted as tries, so the step is asked for. */
function endTrying({ tries, review }: Sent, reasons: readonly StepReason[]): StepResult | null {
  if (review) return end('review', 'asked-for')
  if (tries < triesMax) return null
  return { outcome: 'inconclusive', reasons: reasons.length === 0 ? ['inconclusive'] : reasons }
}

const end = (outcome: StepOutcome, ...reasons: readonly StepReason[]): StepResult => ({
  outcome,
  reasons,
})

const isReason = (code: string): code is StepReason => stepReasons.some((one) => one === code)

const isValid = ({ status }: { readonly status: string }) => status === 'Valid'

const parse = <T>(schema: z.ZodType<T>, results: readonly unknown[]): T[] =>
  results.flatMap((one) => {
    const parsed = schema.safeParse(one)
    return parsed.success ? [parsed.data] : []
  })

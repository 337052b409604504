// Derives the outcome of a step from the results of its module. Results are newest first, as packs show them.
import type { StepResult } from '../steps.ts'
import { z } from 'zod'
import { type StepKey, type StepOutcome, type StepReason, stepReasons } from '../rules.ts'
import { triesMax } from '../walk.ts'
import type { Sides } from './sides.ts'

type Sent = {
  readonly tries: number
  /** How many results the last try brings. */
  readonly pictures: number
  /** A person is to look at it, because what is asked cannot be done. */
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
/** Front and back of one document are two results. */
const sidesMax = 2
const Face = z.object({
  livenessStatus: z.number(),
  securityCheck: z.number(),
  device: z.object({ status: z.number() }),
  reasons: z.array(z.string()),
})

const live = 1
const spoofSuspected = 2
/** One may be a bad moment before the camera; two are none. */
const spoofsMax = 2
/** Of a device, and of the security check. */
const [deny, passed, suspicious] = [3, 1, 2]

const readers: Record<StepKey, (results: readonly unknown[], sent: Sent) => StepResult | null> = {
  emailToken: (results) => (parse(Email, results).some(isValid) ? end('confirmed') : null),
  phoneConfirmation(results) {
    const answers = parse(Phone, results)
    // A denial stays, whatever was said before or after it.
    if (answers.some(({ denied }) => denied === true)) return end('denied', 'denied')
    const answer = answers.find(({ status }) => status === 'Replied')
    if (!answer) return null
    if (answer.meaning === 'yes') return end('confirmed')
    // What is neither a yes nor a no confirms nothing, and is no denial.
    return answer.meaning === 'no' ? end('denied', 'denied') : end('given-up', 'inconclusive')
  },
  aiDocs(results, sent) {
    const processed = parse(Document, results).filter((one) => one.processStatus === 'Processed')
    const sides = processed.slice(0, Math.min(sidesMax, sent.pictures))
    const has = (status: string) => sides.some((side) => side.status === status)
    // A side that is refused is not made good by the other one.
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
    // Another try would come from the same device.
    if (device.status === deny || !isTrusted) return end('inconclusive', 'device-denied')
    return sent.review ? end('review', 'asked-for') : end('live')
  },
}

/** Null: the step is not done with, and may be tried again. */
export const readOutcome = (
  key: StepKey,
  results: readonly unknown[],
  sent: Sent,
): StepResult | null => readers[key](results, sent)

/** What the last try lacked, as far as it helps to capture. */
export function readHints(
  key: StepKey,
  results: readonly unknown[],
  { hints }: Sides,
): readonly StepReason[] {
  if (key === 'facialBiometrics') return (parse(Face, results)[0]?.reasons ?? []).filter(isReason)
  return key === 'aiDocs' ? hints : []
}

/** What was there before the link, and does not suffice, is asked for anew. */
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

// Interprets an answer of Datavalid v5. Each boolean is a comparison with a sent value; a block is empty when its base
// does not have the person; a face that was not compared is not mentioned. Pure.
import { z } from 'zod'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import type { OfficialResult } from '#src/screening/wire/official-schema.ts'
import { type FaceBands, faceOf } from '#src/screening/wire/official.ts'
import { readBody, toRefusal, unreadable } from '#src/vendors/parts/check-answer.ts'
import type { HttpResponse } from '#src/vendors/parts/outcome.ts'

const Compared = z.record(z.string(), z.unknown())

const Face = z.object({
  vivacidade: z.string().nullish(),
  disponivel: z.boolean().nullish(),
  probabilidade: z.string().nullish(),
  similaridade: z.number().min(0).max(1).nullish(),
})

const Answer = z.object({
  /** Undocumented: the CPF that the answer is about, if it says so. */
  cpf: z.string().nullish(),
  rfb_existe: z.boolean().nullish(),
  cnh_existe: z.boolean().nullish(),
  rfb: Compared.nullish(),
  cnh: Compared.nullish(),
  biometria_facial: Face.nullish(),
})

const names = {
  name: 'nome',
  birthdate: 'data_nascimento',
  mothersName: 'nome_mae',
  fathersName: 'nome_pai',
  licenceNumber: 'numero_registro',
} as const
type Field = keyof typeof names
// Safe because an object literal has no other keys than its own.
const fieldNames = Object.keys(names) as Field[]

export function readAnswer(answer: HttpResponse, bands: FaceBands): CheckOutcome {
  if (answer.status !== 200) return readRefusal(answer)
  const found = readBody(Answer, answer.body)
  if (!found) return unreadable
  const { rfb_existe, cnh_existe, rfb, cnh, biometria_facial } = found
  const there = [rfb_existe, cnh_existe].filter((one) => typeof one === 'boolean')
  const fields = compareFields([rfb, cnh])
  const face = readFace(biometria_facial ?? {}, bands)
  if (there.length === 0 || !fields || !face) return unreadable
  const { vivacidade } = biometria_facial ?? {}
  const document = found.cpf?.replaceAll(/\D/g, '')
  return {
    kind: 'answered',
    answer: {
      ...(document !== undefined && { document }),
      inBase: there.includes(true),
      ...face,
      ...(vivacidade && { liveness: vivacidade === 'REAL' ? 'real' : 'not-real' }),
      ...(Object.keys(fields).length > 0 && { fields }),
    },
  }
}

type Block = z.output<typeof Compared> | null | undefined

/** A field agrees when no base differs; undefined when a value is neither yes nor no. */
function compareFields(blocks: readonly Block[]): OfficialResult['fields'] | undefined {
  const fields: { -readonly [Name in Field]?: boolean } = {}
  for (const block of blocks)
    for (const field of fieldNames) {
      const value = block?.[names[field]] ?? inside(block?.['filiacao'], names[field])
      if (value === undefined || value === null) continue
      if (typeof value !== 'boolean') return undefined
      fields[field] = value && fields[field] !== false
    }
  return fields
}

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Used when the answer has no number for the similarity. */
const probabilities: Readonly<Record<string, number>> = {
  altíssima: 0.93,
  alta: 0.85,
  baixa: 0.32,
  baixíssima: 0,
}

/** Empty when there was no portrait; undefined when a value cannot be read. */
function readFace(
  { disponivel, similaridade, probabilidade }: z.output<typeof Face>,
  bands: FaceBands,
): Pick<OfficialResult, 'face' | 'similarity'> | undefined {
  if (disponivel === false) return {}
  if (typeof similaridade === 'number')
    return { face: faceOf(similaridade, bands), similarity: similaridade }
  if (probabilidade) {
    const [word = ''] = probabilidade.trim().toLowerCase().split(/\s+/)
    const least = Object.hasOwn(probabilities, word) ? probabilities[word] : undefined
    return least === undefined ? undefined : { face: faceOf(least, bands) }
  }
  return disponivel === true ? undefined : {}
}

const Refusal = z.object({ code: z.union([z.string(), z.int()]) })
const Refusals = z.union([Refusal, z.array(Refusal).min(1)])

/** The codes of "Códigos de erros". A code that is not named here is classified by its HTTP status. */
const codes = {
  noPortrait: /^DV040$/,
  nobody: /^DV00[12]$/,
  ours: /^DV(000|01\d|02\d|04\d|06\d)$/,
  down: /^DV(15\d|300)$/,
  setUp: /^DV2\d\d$/,
} as const

function readRefusal(answer: HttpResponse): CheckOutcome {
  // The answer says nothing, and nothing is billed.
  if (answer.status === 204) return answeredUnseen(['person', 'portrait', 'fields'], 0)
  const body = readBody(Refusals, answer.body)
  const code = String((Array.isArray(body) ? body[0] : body)?.code ?? '')
  const own = `datavalid-${code}`
  if (codes.noPortrait.test(code)) return answeredUnseen(['portrait'], 0)
  // An answer about a minor is billed, as integrators report; one from a base with too few data is not.
  if (codes.nobody.test(code))
    return answeredUnseen(['person', 'portrait', 'fields'], code === 'DV001' ? undefined : 0)
  if (codes.ours.test(code)) return { kind: 'rejected', class: 'input', code: own }
  if (codes.down.test(code)) return { kind: 'deferred', class: 'transient', code: own }
  if (codes.setUp.test(code)) return { kind: 'rejected', class: 'account', code: own }
  if (answer.status === 413) return { kind: 'rejected', class: 'input', code: 'datavalid-http-413' }
  return toRefusal('datavalid', answer)
}

/**
 * The base saw nothing that could be compared. It is never a no, because the next source is asked about the unseen
 * parts.
 */
export const answeredUnseen = (
  notSeen: NonNullable<OfficialResult['notSeen']>,
  costMicros: number | undefined,
): CheckOutcome => ({
  kind: 'answered',
  answer: { notSeen },
  ...(costMicros !== undefined && { costMicros }),
})

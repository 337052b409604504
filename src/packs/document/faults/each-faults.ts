// Finds the faults of a step that makes a transaction per element of a list, as far as they do not depend on other
// steps.
import { waitMsMax } from '../wait.ts'
import { storedFields } from '#src/journey/transaction/schema.ts'
import type { EachStep, PackFault } from '../pack.ts'

export const childrenMinDefault = 1
export const childrenMaxDefault = 20
/** The most transactions that one step may lead to, including those that its children make for their own lists. */
export const childrenMax = 50

const name = String.raw`[A-Za-z][A-Za-z0-9_]{0,63}`
/** A list is named by its path and not by an expression, because personal lists are handed on unchanged. */
const listPath = new RegExp(
  String.raw`^(?:transaction\.(?:partners|legalRepresentatives)|input\.${name}|steps\.${name}\.result(?:\.${name})+)$`,
)
const fieldPath = new RegExp(String.raw`^(?:item|transaction|input)(?:\.${name})+$`)

/** The fields of a child that the service sets itself. */
const ownFields = ['documentType', 'document', 'documentCountry', 'services', 'verifiedEmail']
const givenFields: readonly string[] = Object.keys(storedFields).filter(
  (one) => !ownFields.includes(one),
)

/** Pointers start at the step. */
export function findEachFaults(step: EachStep): PackFault[] {
  const { min = childrenMinDefault, max = childrenMaxDefault, deadlineSeconds = 1 } = step
  return [
    ...when(
      !listPath.test(step.in),
      '/in',
      'it names no list: transaction.partners, transaction.legalRepresentatives, input.<field> or steps.<id>.result.<field>',
    ),
    ...when(min > max, '/min', 'it is more than `max`'),
    ...when(
      deadlineSeconds * 1_000 > waitMsMax,
      '/deadlineSeconds',
      'the deadline is at most 31 days',
    ),
    ...when(pinsOf(step).length === 0, '/pack', 'it names no pack'),
    ...Object.entries(step.with ?? {}).flatMap(([field, text]) => {
      const pointer = `/with/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return [
        ...when(!givenFields.includes(field), pointer, 'a creation takes no such field here'),
        ...when(
          !fieldPath.test(text),
          pointer,
          'it names no field: item.<field>, transaction.<field> or input.<field>',
        ),
      ]
    }),
  ]
}

/** The pinned versions, each with its position in the step. */
export const pinsOf = ({ pack }: Pick<EachStep, 'pack'>): (readonly [string, string])[] =>
  typeof pack === 'string'
    ? [['/pack', pack]]
    : Object.entries(pack).map(([type, pin]) => [`/pack/${type}`, pin] as const)

const when = (applies: boolean, pointer: string, detail: string): PackFault[] =>
  applies ? [{ pointer, detail }] : []

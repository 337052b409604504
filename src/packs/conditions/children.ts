// The data that conditions see of the transactions that a step has made: states and verdicts, but nothing about the
// persons.
import type { CelFields } from '#src/platform/cel/variables.ts'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { storedFields } from '#src/journey/transaction/schema.ts'
import { childStatuses } from '#src/packs/document/child-rules.ts'
import type { EachStep, Pack, PackFault } from '#src/packs/document/pack.ts'
import { resultSchemaOf, rowStepsByName } from '#src/packs/document/walk.ts'

/** `outcome` is absent until a child has its verdict, so a condition that reads it before has no answer. */
export const childSeen: CelFields = {
  place: 'double',
  transactionId: 'string',
  status: { oneOf: childStatuses },
  outcome: 'string',
  stopReason: 'string',
}

const partyFields = ['document', 'documentType', 'name']

/** Checks that the list and the fields exist that a step hands on. Pointers start at the step. */
export function findHandedFaults(step: EachStep, pack: Pick<Pack, 'root' | 'input'>): PackFault[] {
  const fields = fieldsOfItems(step, pack)
  if (typeof fields === 'string') return [{ pointer: '/in', detail: fields }]
  return Object.entries(step.with ?? {}).flatMap(([name, text]) => {
    const [root = '', field = ''] = text.split('.')
    const known =
      root === 'item'
        ? fields
        : root === 'input'
          ? Object.keys(pack.input?.properties ?? {})
          : Object.keys(storedFields)
    return known.includes(field)
      ? []
      : [{ pointer: `/with/${name}`, detail: `there is no ${root}.${field}` }]
  })
}

/** The names of the fields of an element, or the reason why there is no such list. */
function fieldsOfItems(step: EachStep, { root, input }: Pick<Pack, 'root' | 'input'>) {
  const [first = '', second = '', ...rest] = step.in.split('.')
  if (first === 'transaction') return partyFields
  const named = first === 'steps' ? rowStepsByName(root).get(second) : undefined
  const schema = first === 'input' ? input : named && resultSchemaOf(named)
  const path = first === 'input' ? [second] : rest.slice(1)
  const list = path.reduce<ValueSchema | undefined>((at, name) => at?.properties?.[name], schema)
  const item = list?.type === 'array' ? list.items : undefined
  if (item?.type !== 'object') return `${step.in} is no list of objects`
  const fields = Object.keys(item.properties ?? {})
  return fields.includes('document') ? fields : `the elements of ${step.in} have no document`
}

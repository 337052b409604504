// What a run is started with, as the first box of a drawing: the fields and their types, and no values.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { Box } from './shapes.ts'
import type { RunView } from './run-view.ts'

export function inputBox(
  { properties = {}, required = [] }: ValueSchema,
  run: RunView | undefined,
): Box {
  const fields = Object.entries(properties).map(([name, field]) => {
    const more = [
      writeType(field),
      ...(required.includes(name) ? [] : ['optional']),
      ...(field['x-personal'] ? ['personal'] : []),
    ]
    return {
      short: required.includes(name) ? name : `${name}?`,
      full: `${name} (${more.join(', ')})`,
    }
  })
  const said = fields.map(({ full }) => full).join(', ')
  return {
    kind: 'box',
    look: 'input',
    pointer: '',
    name: 'input',
    ...(fields.length > 0 && { note: fields.map(({ short }) => short).join(', ') }),
    words: `started with ${said || 'nothing'}`,
    ...(run && { reach: 'passed' }),
  }
}

const writeType = ({ type, enum: words, format }: ValueSchema): string =>
  words ? words.map(String).join(' or ') : [type, format].filter(Boolean).join(' ')

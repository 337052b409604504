// What a run is started with, as the first box of a drawing: the fields and their types, and no values.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { Box } from './shapes.ts'
import type { View } from './run-view.ts'
import type { Wording } from './wording.ts'

export function inputBox(
  { properties = {}, required = [] }: ValueSchema,
  { run, wording }: View,
): Box {
  const fields = Object.entries(properties).map(([name, field]) => {
    const more = [
      writeType(field, wording),
      ...(required.includes(name) ? [] : [wording.optional]),
      ...(field['x-personal'] ? [wording.personal] : []),
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
    name: wording.input,
    ...(fields.length > 0 && { note: fields.map(({ short }) => short).join(', ') }),
    words: wording.startedWith(said),
    ...(run && { reach: 'passed' }),
  }
}

const writeType = ({ type, enum: words, format }: ValueSchema, { or }: Wording): string =>
  words ? words.map(String).join(` ${or} `) : [type, format].filter(Boolean).join(' ')

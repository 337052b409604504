// What a vendor's word for a message makes of it.
import { expect, test } from 'vitest'
import { readForm } from '#src/messaging/wire/form.ts'

test.for([
  ['reaction', undefined, 'reaction'],
  ['reaction', '👍', 'reaction'],
  ['audio', undefined, 'voice'],
  ['audio/ogg', '', 'voice'],
  ['IMAGE', ' ', 'media'],
  ['sticker', undefined, 'media'],
] as const)('%j with the text %j is of the form %j', ([type, text, form]) => {
  expect(readForm(type, text)).toEqual({ form })
})

test.for([
  ['image', 'não fui eu'],
  ['text', undefined],
  ['constructor', undefined],
  [undefined, 'sim'],
] as const)('%j with the text %j is read as what was typed', ([type, text]) => {
  expect(readForm(type, text)).toEqual({})
})

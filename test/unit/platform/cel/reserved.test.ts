// Names that no condition could read.
import { expect, test } from 'vitest'
import { findConditionFaults } from '#src/platform/cel/cel.ts'
import { isReservedWord } from '#src/platform/cel/reserved.ts'

const words =
  'true false null in as break const continue else for function if import let loop package namespace return var void while'

test.for(words.split(' '))(
  '%s is a word of CEL: nothing is named so, and it cannot be read',
  (word) => {
    expect(isReservedWord(word)).toBe(true)
    expect(findConditionFaults(`${word} > 1`, {})).not.toEqual([])
  },
)

test.for(['constructor', 'prototype', '__proto__'])('%s is kept by the engine', (word) => {
  expect(isReservedWord(word)).toBe(true)
})

test.for(['score', 'inside', 'True', 'asked', 'nullable', 'steps'])('%s is none', (name) => {
  expect(isReservedWord(name)).toBe(false)
})

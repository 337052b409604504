import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recallFound, rememberFound } from '#src/messaging/inbound/record-cache.ts'

const newFound = () => ({ recordId: randomUUID(), transactionId: randomUUID(), tenant: 'acme' })

test('a record that was found is known for the accounts that it was found for, and for no others', () => {
  const found = newFound()
  rememberFound(['one', 'two'], found)
  expect(recallFound(['one', 'two'], found.recordId)).toEqual(found)
  for (const others of [['one'], ['two'], ['three'], ['two', 'one'], []])
    expect(recallFound(others, found.recordId)).toBeUndefined()
})

test('a record that was not found is not known', () => {
  expect(recallFound(['one'], randomUUID())).toBeUndefined()
})

test('of very many records the oldest are forgotten, and read again', () => {
  const first = newFound()
  rememberFound(['one'], first)
  const others = Array.from({ length: 20_000 }, newFound)
  for (const found of others) rememberFound(['one'], found)
  expect(recallFound(['one'], first.recordId)).toBeUndefined()
  expect(others.every((found) => recallFound(['one'], found.recordId) !== undefined)).toBe(true)
})

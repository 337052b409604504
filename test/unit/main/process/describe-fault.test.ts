// What ends a process or a command is said without what a statement carried.
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeFault } from '#src/main/process/describe-fault.ts'

const ofServer = Object.assign(new Error('invalid input syntax for type date: "maria"'), {
  name: 'PostgresError',
  code: '22007',
})
const ofDrizzle = new DrizzleQueryError('select $1', ['maria'], ofServer)
const faults: readonly (readonly [string, unknown])[] = [
  ['of the driver', ofServer],
  ['of a statement', ofDrizzle],
  ['that holds one of a statement', new Error(`it failed: ${ofDrizzle.message}`, { cause: ofDrizzle })],
] // prettier-ignore

test.for(faults)('a fault %s is its code alone', ([, error]) => {
  expect(describeFault(error)).toBe('A statement has failed: 22007')
})

test('a sentence of our own is said as it is', () => {
  expect(describeFault(new Error('KEYRING_FILE is not set'))).toBe('KEYRING_FILE is not set')
})

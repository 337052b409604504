// A savepoint is made with the first statement in it, and gone back to when it was made.
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { withinLazily } from '#src/platform/db/savepoint.ts'

/** A driver that notes what it is asked, and answers each statement with its text; `bad` fails. */
function openNoting(notes: string[]) {
  let count = 0
  const make = async (work: (inner: TransactionSql) => unknown): Promise<unknown> => {
    const name = `s${count++}`
    notes.push(`savepoint ${name}`)
    await Promise.resolve()
    try {
      return await work(handle)
    } catch (error) {
      notes.push(`rollback to ${name}`)
      throw error
    }
  }
  const unsafe = (text: string) => {
    notes.push(text)
    const answer = text === 'bad' ? Promise.reject(new Error('of bad')) : Promise.resolve([text])
    answer.catch(() => undefined)
    return Object.assign(answer, { values: () => answer.then((rows) => rows.map((one) => [one])) })
  }
  // Safe because nothing else is called.
  const handle = { unsafe, savepoint: make } as unknown as TransactionSql
  return make
}

test('without a statement there is none, whether the work ends well or throws', async () => {
  const notes: string[] = []
  const make = openNoting(notes)
  expect(await withinLazily(make, async () => 7)).toBe(7)
  const thrown = withinLazily(make, async () => {
    throw new Error('of the work')
  })
  await expect(thrown).rejects.toThrow('of the work')
  expect(notes).toEqual([])
})

test('statements come behind it in their order, with their answers, and are undone with it', async () => {
  const notes: string[] = []
  const make = openNoting(notes)
  const found = await withinLazily(make, async (tx) => {
    const both = await Promise.all([tx.unsafe('one'), tx.unsafe('two').values()])
    return [...both, await tx.unsafe('three')]
  })
  expect(found).toEqual([['one'], [['two']], ['three']])
  expect(notes).toEqual(['savepoint s0', 'one', 'two', 'three'])
  const failed = withinLazily(make, (tx) => tx.unsafe('bad'))
  await expect(failed).rejects.toThrow('of bad')
  expect(notes.splice(4)).toEqual(['savepoint s1', 'bad', 'rollback to s1'])
})

test('one within another makes that one first, so that both are undone', async () => {
  const notes: string[] = []
  const make = openNoting(notes)
  const outer = withinLazily(make, async (tx) => {
    await tx.savepoint(async () => {})
    await tx.savepoint((deeper) => deeper.unsafe('deep'))
    throw new Error('of the outer')
  })
  await expect(outer).rejects.toThrow('of the outer')
  expect(notes).toEqual(['savepoint s0', 'savepoint s1', 'deep', 'rollback to s0'])
})

test('that it cannot be made is told to whoever asks in it', async () => {
  const make = () => Promise.reject(new Error('no connection'))
  const asked = withinLazily(make, (tx) => tx.unsafe('one'))
  await expect(asked).rejects.toThrow('no connection')
})

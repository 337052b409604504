// A savepoint that is made with the first statement in it: most work that is undone apart asks nothing.
import type { PendingQuery, Row, TransactionSql } from 'postgres'

type Statement = PendingQuery<readonly Row[] & readonly Iterable<Row>[] & Iterable<Row>>
type Make = (work: (inner: TransactionSql) => Promise<void>) => Promise<unknown>

/**
 * Runs the work with a handle of its own. `make`: the driver's savepoint, which gives the handle of its statements, and
 * goes back to it when its work throws. Without a statement there is nothing to go back to.
 */
export async function withinLazily<T>(
  make: Make,
  work: (handle: TransactionSql) => Promise<T>,
): Promise<T> {
  const savepoint = openLazily(make)
  let done: T
  try {
    done = await work(savepoint.handle)
  } catch (error) {
    await savepoint.fail(error)
    throw error
  }
  await savepoint.end()
  return done
}

function openLazily(make: Make) {
  const over = Promise.withResolvers<void>()
  over.promise.catch(() => undefined)
  const made = Promise.withResolvers<TransactionSql>()
  made.promise.catch(() => undefined)
  /** What was asked before it was made, in its order. */
  const asked: ((inner: TransactionSql) => void)[] = []
  let inner: TransactionSql | undefined
  let making: Promise<unknown> | undefined

  function begin(): void {
    making ??= make(async (handle) => {
      // It can be made at once, and whoever asks says a moment later how the rows are wanted.
      await Promise.resolve()
      inner = handle
      for (const ask of asked) ask(handle)
      made.resolve(handle)
      await over.promise
    })
    // Without it nothing can be asked, and everybody who has is told why.
    making.catch((error: unknown) => made.reject(error))
  }

  function ask(start: (handle: TransactionSql) => Statement): Statement {
    if (inner) return start(inner)
    const statement = later(start)
    begin()
    return statement
  }

  function later(start: (handle: TransactionSql) => Statement): Statement {
    const answer = Promise.withResolvers<readonly Row[]>()
    answer.promise.catch(() => undefined)
    made.promise.catch(answer.reject)
    let isOfValues = false
    asked.push((handle) => {
      const statement = start(handle)
      void (isOfValues ? statement.values() : statement).then(answer.resolve, answer.reject)
    })
    const then: Statement['then'] = (...given) => answer.promise.then(...(given as [])) as never
    const values = () => {
      isOfValues = true
      return answer.promise
    }
    // Safe because drizzle does nothing with a statement but wait for it, or for its `values()`.
    // oxlint-disable-next-line unicorn/no-thenable -- a statement of the driver is one
    return { then, values } as unknown as Statement
  }

  const unsafe = (...given: Parameters<TransactionSql['unsafe']>) =>
    ask((handle) => handle.unsafe.bind(handle)(...given) as unknown as Statement)
  const savepoint = async (within: (deeper: TransactionSql) => unknown) => {
    const makeWithin: Make = async (deeper) => {
      begin()
      return (inner ?? (await made.promise)).savepoint(deeper)
    }
    return withinLazily(makeWithin, async (deeper) => within(deeper))
  }
  return {
    // Safe because drizzle calls nothing else of a transaction's client.
    handle: { unsafe, savepoint } as unknown as TransactionSql,
    async end(): Promise<void> {
      over.resolve()
      await making
    },
    /** The error of the driver says more, where a statement has failed that nobody has waited for. */
    async fail(error: unknown): Promise<void> {
      over.reject(error)
      await making
    },
  }
}

// A savepoint that is created with its first statement, because most such blocks run no statement.
import type { PendingQuery, Row, TransactionSql } from 'postgres'

type Statement = PendingQuery<readonly Row[] & readonly Iterable<Row>[] & Iterable<Row>>
type Make = (work: (inner: TransactionSql) => Promise<void>) => Promise<unknown>

/**
 * Runs the work with a handle of its own. `make` is the driver’s `savepoint`: it gives the handle for statements, and
 * rolls back when its work throws. Without a statement no savepoint is created.
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
  /** Statements issued before the savepoint was created, in their order. */
  const asked: ((inner: TransactionSql) => void)[] = []
  let inner: TransactionSql | undefined
  let making: Promise<unknown> | undefined

  function begin(): void {
    making ??= make(async (handle) => {
      // The handle may arrive at once, but callers choose the form of the rows (`values()`) a microtask later.
      await Promise.resolve()
      inner = handle
      for (const ask of asked) ask(handle)
      made.resolve(handle)
      await over.promise
    })
    // Without the savepoint no statement can run, so those that wait are rejected with its error.
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
    // Safe because drizzle only awaits a statement or its `values()`.
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
    // Safe because drizzle calls nothing else of a transaction’s client.
    handle: { unsafe, savepoint } as unknown as TransactionSql,
    async end(): Promise<void> {
      over.resolve()
      await making
    },
    /** When an unawaited statement has failed, `making` rejects with the driver’s error, which says more. */
    async fail(error: unknown): Promise<void> {
      over.reject(error)
      await making
    },
  }
}

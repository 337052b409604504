import { describe, expect, test } from 'vitest'
import { createAttributes, listMissing } from '#src/journey/temporal/search-attributes.ts'

function start(answers: readonly (readonly string[] | Error)[]) {
  const clock = { ms: 0 }
  const said: (readonly string[])[] = []
  let asked = 0
  const list = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? []
    if (answer instanceof Error) throw answer
    return answer
  }
  const attributes = createAttributes(
    list,
    (missing) => said.push(missing),
    () => clock.ms,
  )
  return { attributes, clock, said, asked: () => asked }
}

test('before the server has answered, nothing is written that workflows do without', async () => {
  const { attributes, said } = start([new Error('away'), []])
  expect(attributes.lacking()).toEqual(['Waiting', 'Outcome', 'Parent'])
  await attributes.ask()
  expect(attributes.lacking()).toEqual(['Waiting', 'Outcome', 'Parent'])
  await attributes.ask()
  expect(attributes.lacking()).toEqual([])
  expect(said).toEqual([])
})

test('where all are there, the server is asked once', async () => {
  const { attributes, asked } = start([[]])
  await Promise.all([attributes.ask(), attributes.ask()])
  await attributes.ask()
  expect(asked()).toBe(1)
})

test('what is missing is said once, asked for each minute, and written a minute after it has come', async () => {
  const { attributes, clock, said, asked } = start([['Outcome'], ['Outcome'], []])
  await attributes.ask()
  expect(said).toEqual([['Outcome']])
  expect(attributes.lacking()).toEqual(['Outcome'])
  await attributes.ask()
  expect(asked()).toBe(1)
  for (const lacking of [['Outcome'], ['Outcome'], []]) {
    clock.ms += 60_000
    await attributes.ask()
    expect(attributes.lacking()).toEqual(lacking)
  }
  expect(said).toHaveLength(1)
})

describe('a key that may not ask the operator’s service', () => {
  const refuse = (code: number) => async () => {
    throw Object.assign(new Error('refused'), { code })
  }

  /** A namespace that knows these attributes alone. */
  const connectionWith = (known: readonly string[], code: number) =>
    ({
      operatorService: { listSearchAttributes: refuse(code) },
      workflowService: {
        async countWorkflowExecutions({ query }: { query: string }) {
          if (!known.some((name) => query.startsWith(`${name} `))) await refuse(3)()
        },
      },
    }) as unknown as Parameters<typeof listMissing>[0]

  test.for([7, 12, 16])('is told by queries which attributes exist: code %i', async (code) => {
    const all = await listMissing(connectionWith([], code), 'default')
    expect(await listMissing(connectionWith(all, code), 'default')).toEqual([])
    const [first = '', ...others] = all
    expect(await listMissing(connectionWith([first], code), 'default')).toEqual(others)
  })

  test('learns nothing while the server is away', async () => {
    await expect(listMissing(connectionWith([], 14), 'default')).rejects.toThrow('refused')
  })
})

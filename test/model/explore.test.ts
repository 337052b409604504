import { expect, test } from 'vitest'
import { explore, type Model, type Step } from './explore.ts'

type Count = { at: number }

const to = (at: number, isChance?: true): Step<Count> => ({
  label: `to ${at}`,
  ...(isChance && { isChance }),
  apply(state) {
    state.at = at
  },
})

const modelOf = (
  steps: Record<number, Step<Count>[]>,
  more: Partial<Model<Count>> = {},
): Model<Count> => ({
  initial: { at: 0 },
  steps: ({ at }) => steps[at] ?? [],
  wrongWith: () => undefined,
  isSettled: ({ at }) => at === 9,
  ...more,
})

test('every state is seen once', () => {
  const found = explore(modelOf({ 0: [to(1), to(2)], 1: [to(9)], 2: [to(9)] }))
  expect(found).toEqual({ states: 4 })
})

test('what is wrong is found by the shortest way', () => {
  const steps = { 0: [to(1), to(2)], 1: [to(3)], 3: [to(4)], 2: [to(4)], 4: [to(9)] }
  const { wrong } = explore(
    modelOf(steps, { wrongWith: ({ at }) => (at === 4 ? 'four' : undefined) }),
  )
  expect(wrong).toEqual({ what: 'four', trace: ['to 2', 'to 4'] })
})

test('nobody may stand still and count on chance', () => {
  const { wrong } = explore(modelOf({ 0: [to(1)], 1: [to(9, true)] }))
  expect(wrong).toEqual({ what: 'stands still with something left to do', trace: ['to 1'] })
})

test('nobody may go round for ever', () => {
  const { wrong } = explore(modelOf({ 0: [to(1)], 1: [to(2), to(9)], 2: [to(1)] }))
  expect(wrong).toEqual({ what: 'goes round for ever', trace: ['to 1'] })
})

test('too many states are an error', () => {
  const endless = modelOf({}, { steps: ({ at }) => [to(at + 1)] })
  expect(() => explore(endless, 100)).toThrow('more than 100 states')
})

// What stands in a drawing: names, guards with their outcomes, and of a run what it came to.
import { describe, expect, test } from 'vitest'
import { drawPack } from '#src/packs/drawing/draw.ts'
import { toFigure } from '#src/packs/drawing/figure.ts'
import { layOut } from '#src/packs/drawing/layout.ts'
import type { RunView } from '#src/packs/drawing/run-view.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'

const [score, token, check] = [{ key: 'score' }, { key: 'emailToken' }, { key: 'backgroundCheck' }]
const named = (step: Step, id: string): Step => ({ ...step, id })
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)
const boxesOf = (root: Step, run?: RunView) =>
  layOut(toFigure({ root }, run)).items.filter(({ kind }) => ['box', 'choice'].includes(kind))
const stepsOf = (root: Step, run?: RunView) => boxesOf(root, run).map(({ step }) => step)

describe('labels', () => {
  const root = named(
    parallel(
      named(module(score, { deadlineSeconds: 30 }), 'secondScore'),
      named(when([], 'facts.checks.hit && facts.checks.listsAsked', module(check)), 'listed'),
    ),
    'both',
  )

  test('are ids, with the module or the first clause below', () => {
    const texts = textsOf(drawPack({ name: 'own', version: 1, root }))
    for (const text of [
      'both: at the same time',
      'secondScore',
      'score, within 30 s',
      'listed',
      'facts.checks.hit …',
    ])
      expect(texts).toContain(text)
  })

  test('have the whole condition as their title', () => {
    expect(drawPack({ name: 'own', version: 1, root })).toContain(
      '<title>if listed (facts.checks.hit &amp;&amp; facts.checks.listsAsked)</title>',
    )
  })
})

describe('a guard', () => {
  const guard = {
    kind: 'when',
    condition: 'facts.checks.hit',
    run: stop('review', 'listed'),
    ifUnanswered: stop('review', 'listed'),
  } as const

  test('is one question with its outcome beside it, whatever follows', () => {
    const [question, outcome, next] = boxesOf(sequence(guard, module(score)))
    expect(question).toMatchObject({ kind: 'choice', step: '/steps/0' })
    expect(outcome).toMatchObject({ look: 'stop', lines: ['review', 'listed'], y: question?.y })
    expect(next).toMatchObject({ step: '/steps/1', x: question?.x })
  })

  test('says an outcome of two answers once, and two outcomes both', () => {
    expect(stepsOf(guard)).toEqual(['', '/run'])
    const other = { ...guard, ifUnanswered: stop('review', 'unasked') }
    expect(stepsOf(other)).toEqual(['', '/run', '/ifUnanswered'])
    expect(textsOf(drawPack({ name: 'own', version: 1, root: guard }))).toContain('or unknown')
  })
})

describe('of a run', () => {
  const seen = (name: string, status: 'completed' | 'processing') => ({
    module: name,
    status,
    tries: 0,
    startedAt: new Date(0),
    endedAt: new Date(0),
    heldUntil: null,
    failureCode: null,
  })
  const root = sequence(
    module(score),
    when([score], 'score.results[0].value < 40', stop('rejected', 'score-low')),
    when([score], 'score.results[0].value < 80', module(token), module(check)),
    module({ key: 'rating' }),
  )
  const run = (given: Partial<RunView>): RunView => ({
    status: 'completed',
    stopReason: null,
    rounds: {},
    answers: {},
    modules: [seen('score', 'completed')],
    ...given,
  })

  test('that has ended stands what it came to, and the branch that was taken alone', () => {
    const modules = ['score', 'backgroundCheck', 'rating'].map((name) => seen(name, 'completed'))
    const answers = { '/steps/1': false, '/steps/2': false }
    expect(stepsOf(root, run({ answers, modules }))).toEqual([
      '/steps/0',
      '/steps/1',
      '/steps/2',
      '/steps/2/otherwise',
      '/steps/3',
    ])
  })

  test('that a guard ended nothing stands behind its outcome, and no end', () => {
    const ended = run({ answers: { '/steps/1': true }, stopReason: 'score-low' })
    expect(stepsOf(root, ended)).toEqual(['/steps/0', '/steps/1', '/steps/1/run'])
    const { items, edges } = layOut(toFigure({ root }, ended))
    expect(items.map(({ kind }) => kind)).not.toContain('end')
    expect(edges.filter(({ path }) => path !== 'taken')).toEqual([])
  })

  test('that no answer ended the question stands last', () => {
    const ended = run({ answers: { '/steps/1': 'unanswered' }, stopReason: 'unanswered' })
    expect(boxesOf(root, ended).at(-1)).toMatchObject({
      step: '/steps/1',
      state: 'failed',
      lines: ['score.results[0].value < 40', 'unknown'],
    })
  })

  test('that goes on what is to come stands too, but no branch that was not taken', () => {
    const modules = [seen('score', 'completed'), seen('emailToken', 'processing')]
    const answers = { '/steps/1': false, '/steps/2': true }
    expect(stepsOf(root, run({ status: 'processing', answers, modules }))).toEqual([
      '/steps/0',
      '/steps/1',
      '/steps/2',
      '/steps/2/run',
      '/steps/3',
    ])
  })
})

// What stands in a drawing: names, guards with their outcomes, and of a run what it came to.
import { describe, expect, test } from 'vitest'
import { drawPack } from '#src/packs/drawing/draw.ts'
import { toFigure } from '#src/packs/drawing/figure.ts'
import { layOut } from '#src/packs/drawing/layout.ts'
import { listSteps } from '#src/packs/drawing/words.ts'
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
      named(module(score, { maxAgeSeconds: 86_400, with: { card: 'own@3' } }), 'secondScore'),
      named(when([], 'facts.checks.hit && facts.checks.listsAsked', module(check)), 'listed'),
    ),
    'both',
  )

  test('are ids, with the module or the first clause below', () => {
    const texts = textsOf(drawPack({ name: 'own', version: 1, root }))
    for (const text of [
      'both: at the same time',
      'secondScore',
      'score, at most 1 d old, card: own@3',
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

const decide = {
  kind: 'decide',
  id: 'verdict',
  rows: [
    { if: 'facts.checks.hit && true', outcome: 'review', reason: 'listed' },
    {
      unless: 'facts.email.present',
      outcome: 'rejected',
      reason: 'no-email',
      unanswered: 'continue',
    },
    { id: 'fine', outcome: 'approved', reason: 'all-proven' },
  ],
} as const

describe('a table', () => {
  test('is drawn as one: name, condition and verdict of each row', () => {
    const [table] = layOut(toFigure({ root: decide })).items.filter(({ kind }) => kind === 'table')
    expect(table?.rows?.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['listed', 'if facts.checks.hit …', 'review'],
      ['no-email', 'unless facts.email.present', 'rejected'],
      ['fine', 'otherwise', 'approved: all-proven'],
    ])
    expect(table?.rows?.map(({ step }) => step)).toEqual(['/rows/0', '/rows/1', '/rows/2'])
  })

  test('has a row’s whole condition as its title, and stands as a list of them in words', () => {
    const said = [
      'if facts.checks.hit && true: review, because of listed',
      'unless facts.email.present (unknown: the next): rejected, because of no-email',
      'otherwise: approved, because of all-proven',
    ]
    const { steps, words } = listSteps(toFigure({ root: decide }))
    expect(words).toBe('verdict: the first that holds')
    expect(steps.map((one) => one.words)).toEqual(said)
    const svg = drawPack({ name: 'own', version: 1, root: decide })
    for (const one of said) expect(svg).toContain(`<title>${one.replaceAll('&', '&amp;')}</title>`)
  })

  const endedBy = (given: Partial<RunView>) => {
    const run = {
      status: 'completed',
      stopReason: 'all-proven',
      rounds: {},
      answers: { '': true, '/rows/0': false, '/rows/1': 'unanswered' },
      modules: [],
    } as const
    const { items } = layOut(toFigure({ root: decide }, { ...run, ...given }))
    return items.find(({ kind }) => kind === 'table')?.rows
  }

  test('shows no answer of a row that reads what may not be seen', () => {
    expect(endedBy({ hidden: new Set(['/rows/1']) })?.map(({ state }) => state)).toEqual([
      'no',
      'unasked',
      'ended',
    ])
  })

  test('shows an approval past an outage as the review that it became, and none that another stop outdid', () => {
    const last = (stopReason: string) => endedBy({ stopReason })?.at(-1)
    expect(last('unanswered')).toMatchObject({ state: 'ended', tone: 'undecided' })
    expect(last('denied')).toMatchObject({ state: 'held', tone: 'good' })
  })

  test('shows in a run which row ended it, and what the others said over which values', () => {
    const [table] = layOut(
      toFigure(
        { root: decide },
        {
          status: 'completed',
          stopReason: 'all-proven',
          rounds: {},
          answers: { '': true, '/rows/0': false, '/rows/1': 'unanswered' },
          modules: [],
          values: { '/rows/0': ['facts.checks.hit = false'] },
        },
      ),
    ).items.filter(({ kind }) => kind === 'table')
    expect(table?.rows?.map(({ state }) => state)).toEqual(['no', 'unknown', 'ended'])
    expect(table?.rows?.map(({ cells }) => cells[1]?.text)).toEqual([
      'checks.hit = false',
      'unless facts.email.present',
      'otherwise',
    ])
    expect(table?.rows?.[0]?.title).toContain('[no, over facts.checks.hit = false]')
  })
})

describe('of a run', () => {
  const seen = (name: string, status: 'completed' | 'processing') => ({
    step: name,
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

  test('a step stands with what came of it, and not of another of its module', () => {
    const twice = sequence(named(module(score), 'first'), named(module(score), 'second'))
    const modules = [seen('first', 'completed'), seen('second', 'processing')]
    const states = boxesOf(twice, run({ status: 'processing', modules })).map(({ state }) => state)
    expect(states).toEqual(['completed', 'processing'])
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

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compileCondition,
  compilePublished,
  ConditionFailed,
  ConditionRefused,
  findConditionFaults,
} from '#src/platform/cel/cel.ts'
import { type CelVariables, listElementsMax } from '#src/platform/cel/variables.ts'
import { processorMs } from '#test/support/machine/processor.ts'
import { costOf, endOf } from './reference.ts'

const variables = {
  score: {
    record: {
      moduleStatus: 'string',
      results: {
        list: {
          record: { value: 'double', reason: 'string', tags: { list: 'string' } },
        },
      },
    },
  },
  faces: { record: { live: 'double', ok: 'bool', device: { record: { hot: 'bool' } } } },
  phones: { list: { record: { ddd: 'double', hot: 'bool' } } },
} as const satisfies CelVariables

const context = {
  score: {
    moduleStatus: 'completed',
    results: [{ value: 70, reason: 'good', tags: ['a', 'b'], hidden: 'secret' }],
  },
  faces: { live: 2, ok: null, device: { hot: true }, hidden: 'secret' },
  phones: [
    { ddd: 11, hot: true },
    { ddd: 21, hot: false },
  ],
  hidden: 'secret',
}

const answer = (source: string, given: Record<string, unknown> = context) =>
  compileCondition(source, variables).evaluate(given)

const failure = (source: string, given?: Record<string, unknown>): ConditionFailed => {
  try {
    answer(source, given)
  } catch (error) {
    if (error instanceof ConditionFailed) return error
    throw error
  }
  throw new Error(`${source} was answered`)
}

/** `boolean`, or the name of what is thrown. */
function howItEnds(source: string): string {
  try {
    return typeof answer(source)
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

const codes = (source: string) => findConditionFaults(source, variables).map(({ code }) => code)

describe('a condition', () => {
  test.for<[string, boolean]>([
    ['score.results[0].value == 70', true],
    ['70 == score.results[0].value', true],
    ['score.results[0].value != 70', false],
    ['score.results[0].value < 70.5', true],
    ['score.results[0].value * 2 + 1 == 141', true],
    ['2 * score.results[0].value - 1 == 139', true],
    ['100 - score.results[0].value / 7 == 90', true],
    ['1 + faces.live == 3 && 4 / faces.live == 2', true],
    ['faces.live in [1.0, 2.0]', true],
    ['int(faces.live) in [1, 2]', true],
    ['faces.live / 0 > 1000000', true],
    ['has(faces.live)', true],
    ['has(faces.ok)', false],
    ['has(faces.device.hot) && faces.device.hot', true],
    ['faces.?live.orValue(0.0) == 2', true],
    ['faces["live"] == 2', true],
    ['faces.ok || true', true],
    ['true || faces.ok', true],
    ['faces.ok && false', false],
    ['score.results[?0].?value.orValue(0.0) > 50', true],
    ['score.results[?9].?value.orValue(0.0) > 50', false],
    ['score.results[0].reason.like("^go+d$")', true],
    ['score.results[0].reason.like("^bad")', false],
    ['score.results[0].reason.startsWith("go") && size(score.results[0].reason) == 4', true],
    ['"a" in score.results[0].tags', true],
    ['score.results[0].tags.all(tag, tag < "c")', true],
    ['phones.exists(p, p.hot && p.ddd == 11)', true],
    ['phones.exists_one(p, has(p.ddd))', false],
    ['phones.filter(p, p.hot).map(p, p.ddd).exists(d, d == 11)', true],
    ['phones.exists(p, score.results.exists(r, r.value > p.ddd))', true],
    ['phones[1].?hot.orValue(false)', false],
    ['score.moduleStatus == "completed" ? phones.size() == 2 : false', true],
  ])('%s is %s', ([source, expected]) => {
    expect(() => compileCondition(source, variables)).not.toThrow()
    expect(answer(source)).toBe(expected)
  })

  test.for<[string, string]>([
    ['nothing at all', ''],
    ['half an expression', 'faces.live =='],
    ['an unknown variable', 'rating.value > 1'],
    ['an unknown field', 'faces.alive == 2'],
    ['a field that the context has and nobody declared', 'faces.hidden == "secret"'],
    ['a constructor', 'faces.constructor == 1'],
    ['a prototype', 'faces.__proto__ == 1'],
    ['an object method', 'faces.toString == 1'],
    ['text against a number', 'faces.live == "2"'],
    ['a function nobody knows', 'faces.live.explode()'],
  ])('is refused with %s', ([, source]) => {
    expect(findConditionFaults(source, variables)).toHaveLength(1)
    expect(() => compileCondition(source, variables)).toThrow(ConditionRefused)
  })

  test.for<[string, string]>([
    ['faces.live', 'not_bool'],
    ['score.results[0].value > 50 ? "yes" : "no"', 'not_bool'],
    ['has(faces.alive)', 'unknown_field'],
    ['has(faces.device.cold)', 'unknown_field'],
    ['phones.exists(p, has(p.cold))', 'unknown_field'],
    ['faces.?alive.hasValue()', 'unknown_field'],
    ['faces[?"alive"].hasValue()', 'unknown_field'],
    ['score.results[size(phones)].value > 1', 'computed_key'],
    ['score.results[?size(phones)].hasValue()', 'computed_key'],
    ['score.results[0].reason.matches("^(a+)+$")', 'function_not_allowed'],
    ['dyn(faces.live) == 1', 'function_not_allowed'],
    ['cel.bind(x, "a", x == "a")', 'function_not_allowed'],
    ['type(faces.live) == double', 'function_not_allowed'],
    ['score.results[0].reason.split("").size() > 1', 'function_not_allowed'],
    ['timestamp("2026-01-01T00:00:00Z") == timestamp(0)', 'function_not_allowed'],
    ['phones.exists(faces, true)', 'shadowed_variable'],
    ['phones.all(p, phones.all(q, phones.all(r, r.hot)))', 'nested_loops'],
    ['score.results[0].reason.like("(")', 'pattern'],
    ['score.results[0].reason.like(score.moduleStatus)', 'pattern'],
    ['score.results[0].reason.like("a{1000}")', 'pattern'],
    ['score.results[0].reason.like("(ab{99}){99}")', 'pattern'],
    ['size(score.results[0].tags + ["a"]) > 1', 'joined_lists'],
    ['[[1]].map(x, ((x + x) + (x + x)) + x).size() > 0', 'joined_lists'],
    ['("a" in (faces.?tags.orValue([]) + []))', 'unknown_field'],
    ['optional.of(["a"]).orValue(["b"]) + ["c"] == ["d"]', 'joined_lists'],
    ['score.results.exists(r, r.reason + "a" == "ba")', 'joined_texts'],
    ['score.results[0].tags.map(t, string(t) + "a").exists(t, t == "b")', 'joined_texts'],
    [
      `${Array.from({ length: 10 }, () => 'score.moduleStatus').join(' + ')} == "a"`,
      'joined_texts',
    ],
    ['phones.map(p, p.ddd).map(d, d + 1.0).exists(d, d > 1)', 'mapped_twice'],
    ['(phones.map(p, p.ddd)).filter(d, d > 1).size() > 0', 'mapped_twice'],
    ['(faces.live > 1 ? phones.map(p, p.ddd) : [1.0]).map(d, d).size() > 0', 'mapped_twice'],
    ['[phones.map(p, p.ddd)].map(list, list.size()).exists(n, n > 0)', 'mapped_twice'],
    ['[phones.map(p, p.ddd)].exists(list, list.filter(d, d > 1).size() > 0)', 'mapped_twice'],
    ['[phones.map(p, p.ddd)][0].map(d, d).size() > 0', 'mapped_twice'],
    ['{"a": phones.map(p, p.ddd)}.a.map(d, d).size() > 0', 'mapped_twice'],
    ['optional.of(phones.map(p, p.ddd)).orValue([]).map(d, d).size() > 0', 'mapped_twice'],
    [
      'optional.none().or(optional.of(phones.map(p, p.ddd))).value().map(d, d).size() > 0',
      'mapped_twice',
    ],
    ['[phones.map(p, p.ddd)][?0].orValue([]).map(d, d).size() > 0', 'mapped_twice'],
    ['phones.map(p, [p.ddd]).exists(list, list.map(d, d).size() > 0)', 'mapped_twice'],
  ])('%s is refused as %s, which the engine lets through', ([source, code]) => {
    expect(codes(source)).toContain(code)
  })

  test.for<string>([
    `${Array.from({ length: 9 }, () => 'score.moduleStatus').join(' + ')} == "a"`,
    'phones.filter(p, p.hot).filter(p, p.ddd > 10).map(p, p.ddd).all(d, d + 1.0 > 1)',
    'phones.exists(p, p.ddd + 1.0 > 1) && phones.all(p, p.ddd + p.ddd > 1)',
    'phones.map(p, p.ddd).size() + phones.map(p, p.hot).size() > 1',
    'phones.filter(p, [p.ddd].map(d, d).exists(d, d > 10)).map(p, p.ddd).size() > 0',
    'score.results.map(r, r.tags.map(t, t.size() > 1)).size() > 0',
  ])('%s does not grow', (source) => {
    expect(findConditionFaults(source, variables)).toEqual([])
  })

  test('what may grow is said with what to write instead', () => {
    const [fault] = findConditionFaults('score.results[0].tags + ["a"] == ["b"]', variables)
    expect(fault?.detail).toContain('as in one.exists(x, …) || other.exists(x, …)')
  })

  test('what was published before and may grow is never run: it has no answer', () => {
    const condition = compilePublished('[[1]].map(x, x + x).size() > 0', variables)
    const answered = () => condition.evaluate(context)
    expect(answered).toThrow(ConditionFailed)
    expect(answered).toThrow(expect.objectContaining({ code: 'may_grow', isUnanswered: true }))
    expect(() => compilePublished('[[1]].map(x, x + x)', variables)).toThrow(ConditionRefused)
  })

  test('a fault never quotes a text of the condition', () => {
    const [fault] = findConditionFaults('liveness["Maria da Silva"] == 1.0', variables)
    expect(fault?.detail).not.toMatch(/Maria|Silva/)
  })

  test('a fault says what there is', () => {
    const [field] = findConditionFaults('score.results[0].valeu > 1', variables)
    expect(field?.detail).toContain('there is: value, reason, tags')
    const [variable] = findConditionFaults('scoer.moduleStatus == "x"', variables)
    expect(variable?.detail).toContain('there is: score, faces, phones')
  })

  test('says what it reads', () => {
    const condition = compileCondition(
      'has(faces.live) && score.results.exists(r, r.value > faces.live)',
      variables,
    )
    expect(condition.reads).toContainEqual(['faces', 'live'])
    expect(condition.reads).toContainEqual(['score', 'results'])
  })

  test('is refused with the place of its fault', () => {
    const source = 'faces.live == 2 && has(faces.alive)'
    const [fault] = findConditionFaults(source, variables)
    expect(source.slice(fault?.start, fault?.end)).toBe('has(faces.alive)')
  })

  test.for(['faces.live in [1, 2]', 'faces.live > 1 ? 10 > 2.5 : 1 + "a" == 2'])(
    '%s is told to write doubles',
    (source) => {
      const [fault] = findConditionFaults(source, variables)
      expect(fault?.detail).toContain('write 1.0')
    },
  )

  test.for([
    `${'('.repeat(60)}true${')'.repeat(60)}`,
    Array.from({ length: 300 }, () => 'true').join('||'),
    `faces.live in [${Array.from({ length: 60 }, () => '1.0').join(',')}]`,
    `"${'a'.repeat(4000)}" == "a"`,
  ])('is bounded in size (%#)', (source) => {
    expect(findConditionFaults(source, variables)).toHaveLength(1)
  })

  test('refuses, and never throws anything else, whatever its text', () => {
    const parts = [
      'faces',
      '.',
      '?',
      'live',
      '[',
      ']',
      '(',
      ')',
      'phones',
      'exists',
      'p',
      ',',
      '==',
    ]
    const more = ['1', '1.0', '"a"', 'has', '!', '-', '&&', '{', '}', ':', ' ', 'cel', 'in']
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.array(fc.constantFrom(...parts, ...more), { maxLength: 12 }).map((one) => one.join('')),
    )
    fc.assert(
      fc.property(text, (source) => {
        if (findConditionFaults(source, variables).length > 0) return
        expect(['boolean', 'ConditionFailed']).toContain(howItEnds(source))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a condition that cannot be answered', () => {
  test.for<[string, string, Record<string, unknown>?]>([
    ['faces.ok', 'no_such_key'],
    ['faces.ok || false', 'no_such_key'],
    ['score.results[7].value > 1', 'index_out_of_bounds'],
    ['1 / 0 > 1', 'division_by_zero'],
    ['double(score.results[0].reason) > 1', 'no_such_key'],
    ['score.results[0].value > 1', 'no_such_key', {}],
    ['phones.size() > 0', 'unknown_variable', {}],
    ['faces.live > 1', 'field_type_mismatch', { faces: { live: '2' } }],
    ['faces.live > 1', 'field_type_mismatch', { faces: { live: Number.NaN } }],
    ['faces.live > 1', 'field_type_mismatch', { faces: [] }],
    ['phones.size() > 0', 'field_type_mismatch', { phones: { length: 1 } }],
  ])('%s fails with %s, and is never a no', ([source, code, given]) => {
    expect(failure(source, given).code).toBe(code)
  })

  test('tells nothing of what was evaluated', () => {
    const given = { ...context, score: { results: [{ reason: 'Maria de Souza' }] } }
    const error = failure('double(score.results[0].reason) > 1', given)
    const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(told).not.toContain('Maria')
  })
})

describe('what a condition sees', () => {
  test('is an empty record where a module gave nothing', () => {
    expect(answer('!has(score.moduleStatus) && !has(faces.live)', {})).toBe(true)
  })

  test('is no field that the value only inherits', () => {
    const faces = Object.create({ live: 2 })
    expect(answer('has(faces.live)', { faces })).toBe(false)
  })

  const many = (count: number, hot: number) =>
    Array.from({ length: count }, (_, at) => ({ ddd: 11, hot: at === hot }))

  test.for<[string, boolean | string]>([
    ['phones.exists(p, p.hot)', true],
    ['!phones.exists(p, p.hot)', false],
    ['phones.all(p, !p.hot)', false],
    ['phones[3].hot', true],
    ['phones.exists(p, p.ddd == 12)', 'list_cut'],
    ['!phones.exists(p, p.ddd == 12)', 'list_cut'],
    ['phones.all(p, p.ddd == 11)', 'list_cut'],
    ['phones.exists_one(p, p.hot)', 'list_cut'],
    ['phones.filter(p, p.hot).size() > 0', 'list_cut'],
    ['phones.map(p, p.ddd).exists(d, d == 11)', 'list_cut'],
    ['phones.size() > 5', 'list_cut'],
    ['size(phones) > 5', 'list_cut'],
  ])('is a list cut to a hundred, and %s over it is %s', ([source, expected]) => {
    const phones = many(listElementsMax + 1, 3)
    const said =
      expected === 'list_cut' ? failure(source, { phones }).code : answer(source, { phones })
    expect(said).toBe(expected)
  })

  test('is the whole of a list of a hundred', () => {
    const phones = many(listElementsMax, -1)
    expect(answer('phones.size() == 100 && phones.all(p, !p.hot)', { phones })).toBe(true)
  })

  test('is answered in bounded time with two loops over full lists, or not at all', async () => {
    const phones = many(listElementsMax, -1)
    const condition = compileCondition(
      'phones.all(p, phones.all(q, p.ddd == q.ddd && !q.hot))',
      variables,
    )
    expect(condition.evaluate({ phones })).toBe(true)
    expect(await processorMs(() => condition.evaluate({ phones }))).toBeLessThan(500)
    const loop = 'phones.all(p, phones.all(q, p.ddd == q.ddd && !q.hot))'
    const often = Array.from({ length: 12 }, () => loop).join(' && ')
    expect(failure(often, { phones }).code).toBe('over_budget')
  })

  const listOf = (count: number, one: string) =>
    `[${Array.from({ length: count }, () => one).join(', ')}]`
  const twice = (body: string) => `phones.all(p, score.results[0].tags.all(t, ${body}))`
  const often = (count: number, one: string) =>
    twice(Array.from({ length: count }, () => one).join(' && '))

  test.for([
    [
      'lists that are written out',
      `${listOf(50, '1')}.all(a, ${listOf(50, '1')}.all(b, ${Array.from(
        { length: 3 },
        () => `${listOf(40, 'a')} == ${listOf(40, 'b')}`,
      ).join(' && ')}))`,
    ],
    [
      'deep comparisons',
      twice(`${listOf(30, 'score.results[0].tags')} == ${listOf(30, 'score.results[0].tags')}`),
    ],
    ['deep membership', twice(`!(["a"] in ${listOf(40, 'score.results[0].tags')})`)],
    ['long texts in small letters', twice('score.results[0].reason.lowerAscii() != "b"')],
    [
      'long texts that it keeps',
      'phones.map(p, score.results[0].tags.map(t, score.results[0].reason.upperAscii())).size() > 0',
    ],
    ['the length of long texts', twice('size(score.results[0].reason) > 1')],
    [
      'a search that comes to every place',
      twice(`!score.results[0].reason.contains("${'a'.repeat(1_000)}b${'a'.repeat(1_000)}")`),
    ],
    [
      'errors that it swallows',
      `phones.exists(p, score.results[0].tags.exists(t, ${' '.repeat(3_000)} faces.ok || faces.ok || faces.ok))`,
    ],
    ['places that there are not', twice('!phones[?500].hasValue()')],
    ['integers beyond 64 bits', often(20, `string(${'9'.repeat(150)}) != "a"`)],
    ['maps that it compares', often(20, '{"a": 1.0, "b": 2.0} != {"a": 1.0, "b": 3.0}')],
    [
      'maps that it makes',
      `phones.map(p, score.results[0].tags.map(t, ${listOf(40, '{"a": t}')})).size() > 0`,
    ],
  ])('ends with its budget, in 50 ms and 20 MB, over %s', async ([, source = '']) => {
    const phones = many(listElementsMax, -1)
    const tags = Array.from({ length: listElementsMax }, (_, at) => `tag-${at}`)
    const given = { phones, faces: {}, score: { results: [{ reason: 'a'.repeat(100_000), tags }] } }
    expect(findConditionFaults(source, variables)).toEqual([])
    const condition = compileCondition(source, variables)
    const run = () => endOf(() => condition.evaluate(given))
    expect(run()).toBe('over_budget')
    const { ms, bytes } = await costOf(run, 3)
    expect(ms).toBeLessThan(50)
    expect(bytes).toBeLessThan(20_000_000)
  })

  test('a budget that is used up is no answer, whatever stands beside it', () => {
    const phones = many(listElementsMax, -1)
    const costly = Array.from({ length: 9 }, () => 'phones.all(p, phones.all(q, !p.hot && !q.hot))')
    for (const source of [`${costly.join(' && ')} || true`, `true && (${costly.join(' && ')})`])
      expect(failure(source, { phones }).code).toBe('over_budget')
  })

  test('the size of a text is counted in characters', () => {
    const of = (reason: string) =>
      answer('size(score.results[0].reason) == 3 && score.results[0].reason.size() == 3', {
        score: { results: [{ reason }] },
      })
    for (const text of ['abc', 'aé😀', '😀😀😀', '\ud83da\ude00']) expect(of(text)).toBe(true)
    expect(of('ab😀😀')).toBe(false)
  })

  test('what several cost is taken from one allowance', () => {
    const condition = compileCondition('phones.all(p, phones.all(q, !q.hot))', variables)
    const allowance = { left: 100_000 }
    const phones = many(listElementsMax, -1)
    while (allowance.left > 0) expect(condition.evaluate({ phones }, allowance)).toBe(true)
    expect(() => condition.evaluate({ phones }, allowance)).toThrow(
      expect.objectContaining({ code: 'over_budget' }),
    )
  })

  test('a pattern over long texts ends with its budget', () => {
    const reason = `${'a'.repeat(100_000)}b`
    const given = { score: { results: [{ reason }] } }
    const source = 'score.results[0].reason.like("(a|ab|b){30}c$")'
    expect(failure(source, given).code).toBe('over_budget')
  })

  test('is never what an object has by nature', () => {
    for (const field of ['__proto__', 'constructor', 'a.b', 'a b', ''])
      expect(() => compileCondition('true', { faces: { record: { [field]: 'string' } } })).toThrow(
        'cannot be named',
      )
    const odd = { faces: { record: { valueOf: 'string', toString: 'string' } } } as const
    const condition = compileCondition('has(faces.toString)', odd)
    expect(condition.evaluate({ faces: { valueOf: 'x' } })).toBe(false)
  })
})

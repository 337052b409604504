// What an answer of an endpoint means for a call, and what it says about the endpoint.
import { expect, test } from 'vitest'
import type { HttpOutcome } from '#src/journey/calls/http.ts'
import { answerOf, healthOf, waitAfter } from '#src/journey/endpoints/answer-rules.ts'

const answered = (status: number, body = '', more: object = {}): HttpOutcome => ({
  kind: 'answer',
  status,
  body,
  ...more,
})
const unsent = (cause: Extract<HttpOutcome, { kind: 'unsent' }>['cause']) =>
  ({ kind: 'unsent', cause }) as const

const table: readonly [HttpOutcome, object, 'works' | 'fault' | 'nothing'][] = [
  [answered(200, '{"a":1}'), { kind: 'answered', value: { a: 1 } }, 'works'],
  [answered(201, '[1]'), { kind: 'answered', value: [1] }, 'works'],
  [answered(204), { kind: 'answered', value: {} }, 'works'],
  [answered(200, ' \n'), { kind: 'answered', value: {} }, 'works'],
  [answered(200, 'ok'), { kind: 'unreadable', code: 'not-json' }, 'works'],
  [answered(200, '{"a":NaN}'), { kind: 'unreadable', code: 'not-json' }, 'works'],
  [
    { kind: 'answer', status: 200, body: undefined, bodyFault: 'too-long' },
    { kind: 'unreadable', code: 'too-long' },
    'works',
  ],
  [
    { kind: 'answer', status: 200, body: undefined, bodyFault: 'unreadable' },
    { kind: 'unreadable', code: 'not-json' },
    'works',
  ],
  [
    { kind: 'answer', status: 200, body: undefined, bodyFault: 'broken' },
    { kind: 'again', code: 'reset' },
    'fault',
  ],
  [answered(202, '{"approved":true}'), { kind: 'later' }, 'works'],
  [answered(301), { kind: 'trouble', code: 'redirect' }, 'fault'],
  [answered(307), { kind: 'trouble', code: 'redirect' }, 'fault'],
  [answered(304), { kind: 'trouble', code: 'redirect' }, 'fault'],
  [answered(400), { kind: 'refused', code: 'http-400' }, 'works'],
  [answered(401), { kind: 'trouble', code: 'http-401' }, 'fault'],
  [answered(403), { kind: 'trouble', code: 'http-403' }, 'fault'],
  [answered(404), { kind: 'trouble', code: 'http-404' }, 'fault'],
  [answered(405), { kind: 'trouble', code: 'http-405' }, 'fault'],
  [answered(408), { kind: 'again', code: 'http-408' }, 'fault'],
  [answered(409), { kind: 'refused', code: 'http-409' }, 'works'],
  [answered(410), { kind: 'trouble', code: 'http-410' }, 'fault'],
  [answered(422), { kind: 'refused', code: 'http-422' }, 'works'],
  [answered(425), { kind: 'again', code: 'http-425' }, 'fault'],
  [
    answered(429, '', { retryAfterMs: 7_000 }),
    { kind: 'again', code: 'http-429', retryAfterMs: 7_000 },
    'nothing',
  ],
  [answered(500), { kind: 'again', code: 'http-500' }, 'fault'],
  [answered(503), { kind: 'again', code: 'http-503' }, 'fault'],
  [{ kind: 'lost', cause: 'timeout' }, { kind: 'again', code: 'timeout' }, 'fault'],
  [{ kind: 'lost', cause: 'reset' }, { kind: 'again', code: 'reset' }, 'fault'],
  [unsent('dns'), { kind: 'again', code: 'dns' }, 'fault'],
  [unsent('connect'), { kind: 'again', code: 'connect' }, 'fault'],
  [unsent('connect-timeout'), { kind: 'again', code: 'timeout' }, 'fault'],
  [unsent('proxy'), { kind: 'again', code: 'proxy' }, 'fault'],
  [unsent('aborted'), { kind: 'again', code: 'aborted' }, 'nothing'],
  [unsent('tls'), { kind: 'trouble', code: 'tls' }, 'fault'],
  [unsent('blocked'), { kind: 'trouble', code: 'blocked' }, 'fault'],
]

test('each answer is a result, a promise of one, a further try, a trouble or a refusal', () => {
  for (const [outcome, meaning, health] of table) {
    expect(answerOf(outcome), JSON.stringify(outcome)).toEqual(meaning)
    expect(healthOf(answerOf(outcome)), JSON.stringify(outcome)).toBe(health)
  }
})

test('tries come after 2, 20, 120 and 600 seconds, then each hour, and never before the endpoint wants', () => {
  const waits = [1, 2, 3, 4, 5, 6, 40].map((tried) => waitAfter(tried) / 1_000)
  expect(waits).toEqual([2, 20, 120, 600, 3_600, 3_600, 3_600])
  expect(waitAfter(1, 30_000)).toBe(30_000)
  expect(waitAfter(3, 30_000)).toBe(120_000)
})

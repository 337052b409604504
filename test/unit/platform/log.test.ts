import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog, describeError } from '#src/platform/log.ts'

const secret = 'maria@example.com'

async function logged(write: (log: Awaited<ReturnType<typeof createLog>>) => void, level = 'info') {
  const lines: Record<string, unknown>[] = []
  const log = await createLog(level, 'api', { write: (line) => void lines.push(JSON.parse(line)) })
  write(log)
  return lines
}

test('a line is JSON with time, level, name and process', async () => {
  expect(await logged((log) => log.info({ requestId: 'r' }, 'request'))).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      pid: process.pid,
      name: 'api',
      requestId: 'r',
      msg: 'request',
    },
  ])
})

test('lines under the level are left out', async () => {
  expect(await logged((log) => log.info('x'), 'error')).toEqual([])
})

test('an error is logged by name, code and frames, whoever logs it, and never by its message', async () => {
  const inner = Object.assign(new Error(`${secret}\n    at ${secret}:1:1`), { code: '23505' })
  const error = new DrizzleQueryError(`select '${secret}'`, [secret], inner)
  const lines = await logged((log) => {
    log.error({ err: error }, 'failed')
    log.error({ error }, 'failed')
  })
  expect(JSON.stringify(lines)).not.toContain(secret)
  for (const line of lines) {
    expect(line['err'] ?? line['error']).toMatchObject({
      name: 'Error',
      frames: expect.arrayContaining([
        expect.stringMatching(/platform\/log\.test\.ts:\d+:\d+\)?$/),
      ]),
      cause: { name: 'Error', code: '23505' },
    })
  }
})

test('an error that was described before it was logged is logged the same', async () => {
  const error = Object.assign(new TypeError(secret), { code: 'ECONNREFUSED' })
  error.cause = new Error(secret)
  const lines = await logged((log) => {
    log.warn({ error }, 'failed')
    log.warn({ error: describeError(error) }, 'failed')
    log.warn({ err: describeError(describeError(error)) }, 'failed')
  })
  const facts = {
    name: 'TypeError',
    code: 'ECONNREFUSED',
    frames: expect.arrayContaining([expect.stringMatching(/platform\/log\.test\.ts:\d+:\d+\)?$/)]),
    cause: { name: 'Error', frames: expect.any(Array) },
  }
  expect(lines.map((line) => line['err'] ?? line['error'])).toEqual([facts, facts, facts])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('what only looks as if it had been described is not believed', async () => {
  const lines = await logged((log) => log.warn({ error: { name: secret, frames: [secret] } }, 'x'))
  expect(lines[0]).toMatchObject({ error: { name: 'object' } })
})

test('a chain of causes ends, a circular one too', () => {
  const error = new Error('a')
  error.cause = error
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000)
})

test('known keys of personal data and secrets are cut out', async () => {
  const person = { document: secret, email: secret, phone: secret, token: secret }
  const lines = await logged((log) => log.info({ ...person, inner: person }, 'x'))
  expect(JSON.stringify(lines)).not.toContain(secret)
})

// The engines beside a process that does everything else: below it in priority, started again when they die, and
// gone when it ends.
import { getPriority } from 'node:os'
import { expect, inject } from 'vitest'
import { readConfig } from '#src/main/config/config.ts'
import { keepEngineChild } from '#src/main/engine-child.ts'
import { createLog } from '#src/log.ts'
import { createKeyring } from '#src/seal/keys.ts'
import { jwtSecret } from '#test/support/token.ts'
import { test } from '#test/db/fixture.ts'
import { until } from './client.ts'

test('the engines run below us, come back after they were killed, and end with us', async ({
  url,
}) => {
  const config = readConfig({
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_NAMESPACE: 'default',
    KEYRING: JSON.stringify(createKeyring()),
    JWT_SECRET: jwtSecret,
    LOG_LEVEL: 'silent',
    // With engines elsewhere no model is loaded.
    ENGINE_FACE_URL: 'http://127.0.0.1:9/faces',
    ENGINE_DOCUMENT_URL: 'http://127.0.0.1:9/documents',
  })
  const parts = new AsyncDisposableStack()
  const engines = keepEngineChild(config, await createLog('silent', 'test'), parts)
  try {
    const first = await until(async () => engines.pid())
    await until(async () => getPriority(first) === 10 || undefined)
    process.kill(first, 'SIGKILL')
    const second = await until(async () => {
      const pid = engines.pid()
      return pid === first ? undefined : pid
    })
    await until(async () => getPriority(second) === 10 || undefined)
    await parts.disposeAsync()
    expect(() => process.kill(second, 0)).toThrow('ESRCH')
    expect(engines.pid()).toBeUndefined()
  } finally {
    await parts.disposeAsync()
  }
})

// A process on a driver without its guards (tools/patch-postgres.mjs) does not start.
import { spawnSync } from 'node:child_process'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { describeMissingGuards } from '#src/platform/db/guards.ts'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { compileCache } from '#test/support/process.ts'
import { jwtSecret } from '#test/support/token.ts'

/** Gives a process the driver as npm installs it: without the line that names the guards. */
const installedByNpm = `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith('/postgres/src/index.js')) return loaded
      return { ...loaded, source: String(loaded.source).replace(/^ *guards: .*$/m, '') }
    },
  })`

const environment = {
  ...compileCache(),
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  KEYRING: JSON.stringify(createKeyring()),
  JWT_SECRET: jwtSecret,
}

test.for(['migrate', 'api', 'worker', 'engines', 'all'])(
  '%s refuses to start without them, in one sentence that says what to do',
  (name) => {
    const hook = `data:text/javascript,${encodeURIComponent(installedByNpm)}`
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', hook, `src/main/${name}.ts`],
      { env: environment, encoding: 'utf8' },
    )
    expect(stderr).toBe(`${describeMissingGuards({})}\n`)
    expect(status).toBe(1)
  },
)

// With patch-postgres.test.ts, which sees the tool change nothing in it: the name is that of the tool's edits.
test('the installed driver has them', () => {
  expect(describeMissingGuards()).toBeUndefined()
})

test('those of another release are not enough', () => {
  expect(describeMissingGuards({ ...postgres, guards: '000000000000' })).toMatch(
    /^[^.]+ lacks .+\.$/,
  )
})

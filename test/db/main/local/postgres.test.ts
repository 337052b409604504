import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'

// Each test makes a data directory, which a busy disk takes its time for.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
let home: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atesta-local-'))
  home = join(folder, 'home')
  makeHome(home)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function ask(url: string, query: string): Promise<unknown> {
  const client = postgres(url, { max: 1, onnotice() {} })
  try {
    return (await client.unsafe(query))[0]
  } finally {
    await client.end()
  }
}

test('it starts in a folder that others may not enter, and keeps its data', async () => {
  chmodSync(folder, 0o700)
  const first = await startPostgres({ home, port: await freePort() })
  await ask(first.url, 'create table kept as select 7 as n')
  await first.child.end()
  const second = await startPostgres({ home, port: await freePort() })
  await expect(ask(second.url, 'select n from kept')).resolves.toEqual({ n: 7 })
  await second.child.end()
})

test('it starts again after it was killed, and while the one of a killed start still runs', async () => {
  const killed = await startPostgres({ home, port: await freePort() })
  await ask(killed.url, 'create table kept as select 7 as n')
  process.kill(killed.child.pid, 'SIGKILL')
  const left = await startPostgres({ home, port: await freePort() })
  const { url, child } = await startPostgres({ home, port: await freePort() })
  await left.child.ended
  await expect(ask(url, 'select n from kept')).resolves.toEqual({ n: 7 })
  await child.end()
})

test('neither statements nor values of a failed one stand in its log', async () => {
  const { url, child } = await startPostgres({ home, port: await freePort() })
  await ask(url, 'create table people (document text primary key)')
  await ask(url, `insert into people values ('unmistakable-52998224725')`)
  await expect(ask(url, `insert into people values ('unmistakable-52998224725')`)).rejects.toThrow(
    'duplicate key',
  )
  await child.end()
  const log = readFileSync(join(home, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key value')
  expect(log).not.toContain('unmistakable')
})

test('nobody gets in without the password of this home', async () => {
  const { url, child } = await startPostgres({ home, port: await freePort() })
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  await child.end()
})

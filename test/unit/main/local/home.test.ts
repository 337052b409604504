import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOnce, lockHome } from '#src/main/local/home.ts'
import { keepKeyring } from '#src/main/local/stack.ts'
import { readSettings } from '#src/main/local/settings.ts'
import { readKeyring } from '#src/platform/seal/keys.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'atesta-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('one start at a time', () => {
  test('a second start is refused with the number of the first', () => {
    const first = lockHome(home)
    expect(() => lockHome(home)).toThrow(`process ${process.pid}`)
    first.release()
    expect(() => lockHome(home).release()).not.toThrow()
  })

  test('what a killed start left behind is no lock', () => {
    writeFileSync(join(home, 'lock'), '999999999 1\n')
    expect(() => lockHome(home).release()).not.toThrow()
  })

  test('another process that has the number of a killed start is no lock', () => {
    writeFileSync(join(home, 'lock'), `${process.pid} 1\n`)
    expect(() => lockHome(home).release()).not.toThrow()
  })

  test('an empty lock file does not stop a start', () => {
    writeFileSync(join(home, 'lock'), '')
    expect(() => lockHome(home).release()).not.toThrow()
  })
})

describe('data of before 0.1.0', () => {
  test.for(['postgres', 'temporal-1.32.0.db'])(
    '%s without a mark is refused in one sentence, and nothing is left of the start',
    (name) => {
      writeFileSync(join(home, name), '')
      expect(() => lockHome(home)).toThrow(
        `${home} holds data of before 0.1.0, which nothing brings up to date: delete that folder.`,
      )
      expect(readdirSync(home)).toEqual([name])
    },
  )

  test('a folder that has keys alone is marked, and its data are taken from then on', () => {
    writeFileSync(join(home, 'issuer-key.json'), '')
    lockHome(home).release()
    writeFileSync(join(home, 'postgres'), '')
    expect(() => lockHome(home).release()).not.toThrow()
  })
})

describe('the key file', () => {
  test('is made once, for its owner alone, and is a keyring', () => {
    const file = keepKeyring(home)
    const content = readFileSync(file, 'utf8')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readKeyring({ file }).masterIds).toHaveLength(1)
    expect(readFileSync(keepKeyring(home), 'utf8')).toBe(content)
  })

  test('is never replaced while data are there that open with the old one', () => {
    writeFileSync(join(home, 'postgres'), '')
    expect(() => keepKeyring(home)).toThrow('keyring.json is missing')
  })
})

test('of two who make one file the first one wins', () => {
  const file = join(home, 'once')
  expect([createOnce(file, 'a'), createOnce(file, 'b')]).toEqual([true, false])
  expect(readFileSync(file, 'utf8')).toBe('a')
})

describe('settings', () => {
  test('an empty variable is one that was not set', () => {
    expect(readSettings({ PORT: '', ATESTA_HOME: '' }).ports.PORT).toBeUndefined()
  })

  test('a wrong value is reported by its variable, without the value', () => {
    const read = () => readSettings({ DATABASE_URL: 'mysql://user:hunter2@db/x', PORT: 'hunter2' })
    expect(read).toThrow('DATABASE_URL')
    expect(read).toThrow('PORT')
    expect(read).not.toThrow('hunter2')
  })

  test('the shared cache is outside the clone', () => {
    expect(readSettings({ XDG_CACHE_HOME: '/x' }).cache).toBe('/x/atesta')
    expect(readSettings({ XDG_CACHE_HOME: '/x', ATESTA_CACHE: '/y' }).cache).toBe('/y')
  })
})

// .env.example is what people configure from: it names every variable, and what it shows is right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Config, readConfig } from '#src/main/config/config.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
const text = read('.env.example')
const shown: NodeJS.Dict<string> = parseEnv(text.replaceAll(/^# (?=[A-Z][A-Z0-9_]*=)/gm, ''))
const compose = read('docker-compose.yml')

// Of the two keyrings exactly one may be set.
const { KEYRING: _keyring, ...complete } = shown

describe('.env.example', () => {
  test('sets nothing by itself, so that a copy changes nothing', () => {
    expect(parseEnv(text)).toEqual({})
  })

  test('names every variable of the configuration', () => {
    expect(Object.keys(Config.shape).filter((name) => !(name in shown))).toEqual([])
  })

  test('shows values that the configuration takes', () => {
    expect(() => readConfig(complete)).not.toThrow()
  })

  test('shows the default where there is one', () => {
    const { DATABASE_URL, KEYRING_FILE, JWKS_FILE } = complete
    const defaults = readConfig({ DATABASE_URL, KEYRING_FILE, JWKS_FILE })
    expect(readConfig(complete)).toMatchObject(defaults)
  })

  test('may say an address of ours with a slash at its end, which is left out', () => {
    const slashed = { PUBLIC_BASE_URL: 'https://id.example/', API_INTERNAL_URL: 'http://api:3000/' }
    expect(readConfig({ ...complete, ...slashed })).toMatchObject({
      PUBLIC_BASE_URL: 'https://id.example',
      API_INTERNAL_URL: 'http://api:3000',
    })
  })

  test('names every variable that docker-compose.yml takes', () => {
    const taken = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(taken.length).toBeGreaterThan(20)
    expect(taken.filter((name) => !(name in shown))).toEqual([])
  })
})

describe('docker-compose.yml', () => {
  const settings = /^x-settings:.*\n((?:^ .*\n)+)/m.exec(compose)?.[1] ?? ''
  const given = [...settings.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)

  test('gives the processes only variables that they read', () => {
    expect(given).toContain('DATABASE_URL')
    const known = [...Object.keys(Config.shape), 'PGPASSWORD']
    expect(given.filter((name) => !known.includes(name))).toEqual([])
  })

  test('holds no password, key or token', () => {
    const lines = compose
      .split('\n')
      .filter((line) => /(?:PASSWORD|PWD|SECRET|TOKEN)\w*:/.test(line))
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.filter((line) => !/: \$\{\w+:(?:\?.+|-)\}$/.test(line))).toEqual([])
  })
})

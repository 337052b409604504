// .env.example is what people configure from: it names every variable, and what it shows is right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Config, describeUnknown, readConfig } from '#src/main/config/config.ts'

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

  test('refuses an address of ours with a path, with a query or with a user, and says what to do', () => {
    for (const name of ['PUBLIC_BASE_URL', 'PAGES_BASE_URL'])
      for (const rest of ['/verify', '/verify/', '/a//', '?a=b', '?', '#a', '/?a'])
        expect(() => readConfig({ ...complete, [name]: `https://id.example${rest}` })).toThrow(
          /scheme, host and port alone.* a host name of its own/,
        )
    const known = ['https://u:p@id.example', 'https://id.example@other.example']
    for (const PUBLIC_BASE_URL of known)
      expect(() => readConfig({ ...complete, PUBLIC_BASE_URL })).toThrow(/host and port alone/)
  })

  test('takes addresses of ours with a port, in capitals, with other letters and of IPv6', () => {
    for (const url of [
      'https://id.example:443',
      'HTTPS://ID.Example',
      'https://identität.example',
      'http://[::1]:3000',
    ])
      expect(readConfig({ ...complete, PUBLIC_BASE_URL: `${url}/` }).PUBLIC_BASE_URL).toBe(url)
  })

  test('takes times as the usual balancers have them, and none that no timer keeps', () => {
    // By default: nginx 60 and 75 s, HAProxy's examples 60, ALB 60 (at most 4000) and its draining 300 (at most 3600),
    // Google 600 and 620, Envoy 3600.
    for (const seconds of [61, 75, 350, 620, 3_600, 3_700, 4_000, 86_400])
      expect(
        readConfig({ ...complete, KEEP_ALIVE_SECONDS: String(seconds) }).KEEP_ALIVE_SECONDS,
      ).toBe(seconds)
    for (const seconds of [0, 30, 300, 3_600])
      expect(readConfig({ ...complete, DRAIN_SECONDS: String(seconds) }).DRAIN_SECONDS).toBe(
        seconds,
      )
    for (const wrong of [{ KEEP_ALIVE_SECONDS: '86401' }, { DRAIN_SECONDS: '3601' }])
      expect(() => readConfig({ ...complete, ...wrong })).toThrow(/Configuration/)
  })

  test('names nothing that a process would call unknown', () => {
    expect(describeUnknown(shown)).toEqual([])
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

  test('is reached by every setting of .env.example, but for those of other starts', () => {
    const [before = '', local = ''] = text.split('-- The local start alone')
    const [ofLocal = ''] = local.split('# -- ')
    const made = ['HOST', 'PORT', 'METRICS_PORT', 'API_INTERNAL_URL', 'WORKFLOW_BUNDLE']
    const ofItsServers =
      /^(?:DATABASE_(?:OWNER_|RETENTION_)?URL|DATABASE_RETENTION_PASSWORD|TEMPORAL_(?:ADDRESS|API_KEY|TLS))$/
    const settable = Object.keys(shown).filter(
      (name) => !made.includes(name) && !ofItsServers.test(name) && !ofLocal.includes(`# ${name}=`),
    )
    expect(before.length).toBeGreaterThan(ofLocal.length)
    expect(settable.length).toBeGreaterThan(80)
    expect(settable.filter((name) => !compose.includes(`\${${name}`))).toEqual([])
  })

  test('gives the owner’s password to the migration alone, and retention’s to the worker alone', () => {
    const services = compose.split(/^ {2}(?=\w[\w-]*:$)/m)
    const having = (name: string) =>
      services.filter((one) => one.includes(`\${${name}:`)).map((one) => one.split(':')[0])
    expect(having('ATESTA_DB_OWNER_PASSWORD')).toEqual(['postgres', 'migrate'])
    expect(having('ATESTA_DB_RETENTION_PASSWORD')).toEqual(['postgres', 'worker'])
  })

  test('holds no password, key or token', () => {
    const lines = compose
      .split('\n')
      .filter((line) => /(?:PASSWORD|PWD|SECRET|TOKEN)\w*:/.test(line))
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.filter((line) => !/: \$\{\w+:(?:\?.+|-)\}$/.test(line))).toEqual([])
  })
})

describe('a setting that nothing knows', () => {
  test.for([
    ['JWT_SCOPE', 'JWT_SCOPES'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TEMPORAL_NAMESPAC', 'TEMPORAL_NAMESPACE'],
    ['RATE_LIMITS_BURST', 'RATE_LIMIT_BURST'],
  ] as const)('%s is named with the nearest, %s, and never with its value', ([name, nearest]) => {
    const [line, ...more] = describeUnknown({ [name]: 'a-secret' })
    expect(line).toContain(`${name} is no setting`)
    expect(line).toContain(`did you mean ${nearest}?`)
    expect([more, line?.includes('a-secret')]).toEqual([[], false])
  })

  test('of a family of ours is named without one, and those of others are not', () => {
    expect(describeUnknown({ ENGINE_COLOUR: 'red' })).toEqual([
      'ENGINE_COLOUR is no setting, and nothing reads it',
    ])
    const others = ['PATH', 'HOME', 'HOSTNAME', 'NODE_OPTIONS', 'LANG', 'ATESTA_API_SERVICE_HOST']
    const more = ['KUBERNETES_PORT', 'TEMPORAL_TLS_CLIENT_CERT_PATH', 'npm_config_cache', 'TZ']
    const set = Object.fromEntries([...others, ...more].map((name) => [name, 'x']))
    expect(describeUnknown(set)).toEqual([])
  })

  test('stands beside all other faults of the configuration at once', () => {
    const wrong = { DATABASE_URL: 'x', DATABASE_POOL: 'y', LOG_LEVELS: 'z' }
    const say = () => readConfig(wrong)
    for (const name of ['DATABASE_URL', 'DATABASE_POOL', 'did you mean LOG_LEVEL?'])
      expect(say).toThrow(name)
  })
})

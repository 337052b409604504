// The database's URL, as libpq reads it, or a sentence that says how it is written.
import { describe, expect, test } from 'vitest'
import { describeEndpoints, readAddress } from '#src/platform/db/address/address.ts'
import { readUri } from '#src/platform/db/address/uri.ts'
import { readConfig } from '#src/main/config/config.ts'

const placesOf = (url: string) => describeEndpoints(readUri(url).endpoints)

test.for([
  ['postgres://u:p@[::1]:5432/atesta', '[::1]:5432'],
  ['postgres://u:p@[2001:db8::7]/atesta', '[2001:db8::7]:5432'],
  ['postgres://u:p@[fe80::1%25eth0]:5433/atesta', '[fe80::1%eth0]:5433'],
  ['postgres://u:p@db1:5432,db2:5433/atesta', 'db1:5432, db2:5433'],
  ['postgresql://db1,db2:5433,[::1]/atesta', 'db1:5432, db2:5433, [::1]:5432'],
  ['postgres://u@/atesta?host=db1,db2&port=6000', 'db1:6000, db2:6000'],
  ['postgres://u@/atesta?host=db1,db2&port=6000,6001', 'db1:6000, db2:6001'],
  ['postgres://u@db0/atesta?host=db1', 'db1:5432'],
  ['postgres://u@%2Fvar%2Frun%2Fpostgresql/atesta', '/var/run/postgresql/.s.PGSQL.5432'],
  ['postgres://u@%2Ftmp:5433/atesta', '/tmp/.s.PGSQL.5433'],
  ['postgres:///atesta?host=/tmp&port=5433', '/tmp/.s.PGSQL.5433'],
  ['postgres://?host=/tmp&user=a%40b', '/tmp/.s.PGSQL.5432'],
  ['postgres:///atesta', 'localhost:5432'],
  ['postgres://u:p@db', 'db:5432'],
  ['postgres://u:p@db?application_name=a@b', 'db:5432'],
  ['postgres://u:p@db:/atesta', 'db:5432'],
] as const)('%s leads to %s', ([url, places]) => {
  expect(placesOf(url)).toBe(places)
})

test.for([
  ['postgres://atesta:secret@db/name', ['atesta', 'secret', 'name']],
  ['postgres://a%40b:p%3A%2F%25@db/n%20m', ['a@b', 'p:/%', 'n m']],
  // What a URL of the web would not take: libpq does.
  ['postgres://u:p#w?x@db/name', ['u', 'p#w?x', 'name']],
  ['postgres://u:p@w@db/name', ['u', 'p@w', 'name']],
  ['postgres://u:p:w@db/name', ['u', 'p:w', 'name']],
  ['postgres://db/?user=u&password=p%26w&dbname=name', ['u', 'p&w', 'name']],
  ['postgres://db', [undefined, undefined, undefined]],
] as const)('%s names role, password and database', ([url, [user, password, database]]) => {
  const read = readUri(url)
  expect([read.user, read.password, read.database]).toEqual([user, password, database])
})

test('hostaddr is connected to, and host is what a certificate is compared with', () => {
  const [one, two] = readUri('postgres://u@db1,db2/a?hostaddr=10.0.0.1,::2').endpoints
  expect([one, two]).toMatchObject([
    { name: 'db1', address: '10.0.0.1' },
    { name: 'db2', address: '::2' },
  ])
})

test.for([
  ['mysql://u:secret@db/a', 'begins with postgres://'],
  ['host=db port=5432', 'begins with postgres://'],
  ['postgres://u:secret@::1/a', 'address of IPv6 in brackets: postgres://[::1]:5432/atesta'],
  ['postgres://u:secret@[::1/a', 'in brackets'],
  ['postgres://u:secret@[db]/a', 'nothing but an address of IPv6'],
  ['postgres://u:secret@db:54x/a', 'a port of 1 to 65535 behind each host'],
  ['postgres://u:secret@db:70000/a', 'a port of 1 to 65535'],
  ['postgres://u:secret@db1,db2,db3/a?port=1,2', 'one port, or one for each host: 2 for 3 hosts'],
  ['postgres://u:secret@db1,db2/a?hostaddr=10.0.0.1', 'as many hostaddr as hosts'],
  ['postgres://u:secr%et@db/a', 'a % itself is %25'],
  ['postgres://u:secret@db/a?sslmode', 'name=value'],
  ['postgres://u:secret@db/a?options=-c x=1', 'name=value'],
  ['postgres://u:secret@db/a?target_session_attrs=standby', 'any, read-write, primary'],
  ['postgres://u:secret@db/a?target_session_attrs=prefer-standby', 'a process writes'],
  ['postgres://u:secret@db/a?connect_timeout=soon', 'whole seconds'],
  ['postgres://u:secret@db/a?sslmode=prefer', 'disable, require, verify-ca, verify-full'],
  ['postgres://u:secret@db,%2Ftmp/a?sslmode=require', 'sockets of this machine, or none'],
  ['postgres://u:secret@db/a?statement_timeout=5', 'options=-c%20name%3Dvalue'],
  ['postgres://u:secret@db/a?passfile=/x', 'passwordfile'],
  ['postgres://u:secret@db/a?ssl=true', 'sslmode=verify-full'],
  ['postgres://u:secret@db/a?channel_binding=require', 'only where it says what is so anyway'],
] as const)('%s is refused: %s', ([url, sentence]) => {
  expect(() => readAddress(url)).toThrow(sentence)
  expect(() => readAddress(url)).not.toThrow('secr')
})

test('what is so anyway, and what is heeded, is taken', () => {
  const words = [
    'gssencmode=prefer', 'channel_binding=prefer', 'client_encoding=UTF8', 'keepalives=1', 'sslsni=1',
    'fallback_application_name=x', 'connect_timeout=7', 'application_name=mine', 'options=-c%20search_path%3Da,b',
  ] // prettier-ignore
  expect(readAddress(`postgres://u@db/a?${words.join('&')}`)).toMatchObject({
    connectSeconds: 7,
    settings: { application_name: 'mine', options: '-c search_path=a,b' },
    ssl: false,
  })
})

test('of several hosts the one that writes is taken; of one whatever it is, as long as nothing else is said', () => {
  expect(readAddress('postgres://u@db1,db2/a').target).toBe('primary')
  expect(readAddress('postgres://u@db1/a').target).toBe('any')
  for (const target of ['any', 'primary', 'read-write'])
    expect(readAddress(`postgres://u@db1,db2/a?target_session_attrs=${target}`)).toMatchObject({
      target,
    })
})

test('nothing is enciphered on a socket of this machine', () => {
  expect(readAddress('postgres://u@%2Ftmp/a?sslmode=require').ssl).toBe(false)
})

describe('the configuration', () => {
  const read = (url: string) =>
    readConfig({ DATABASE_URL: url, KEYRING: '{}', JWT_SECRET: 'x'.repeat(32) }).DATABASE_URL

  test('takes what the address takes', () => {
    for (const url of ['postgres://u:p@[::1]:5432/a', 'postgres://u:p@db1:5432,db2:5433/a'])
      expect(read(url)).toBe(url)
  })

  test('says the same sentence of anything else, and no password', () => {
    const bad = 'postgres://u:secret@db1:x/a'
    expect(() => read(bad)).toThrow(/port of 1 to 65535[^]*DATABASE_URL/)
    expect(() => read(bad)).not.toThrow('secret')
  })
})

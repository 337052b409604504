// The command that loads published lists, from a folder and from a bucket of a real S3 server.
import { cpSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runLoadLists } from '#src/main/commands/load-lists.ts'
import { createPublishedLists } from '#src/screening/lists/screen.ts'
import { listCurrent } from '#src/screening/lists/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { ownList } from '#test/support/lists.ts'
import { findVersitygw, startS3 } from '#test/support/servers/versitygw.ts'

const samples = join(import.meta.dirname, '../../data/lists')
const noKeys = { region: 'auto', accessKeyId: '', secretAccessKey: '' }
const versions = async (db: Db) =>
  (await listCurrent(db)).map(({ name, version, entries }) => [name, version, entries])

function write(folder: string, name: string, ...given: Parameters<typeof ownList>): void {
  writeFileSync(join(folder, name), ownList(...given).bytes)
  utimesSync(join(folder, name), 0, Date.parse('2026-11-20T08:30:00Z') / 1_000)
}

const entry = (name: string) => ({ id: name, name })

test('a folder is loaded with the versions and dates of its lists; what is no list is left alone', async ({
  db,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-lists-'))
  cpSync(samples, folder, { recursive: true, preserveTimestamps: true })
  writeFileSync(join(folder, 'readme.txt'), 'no list')
  write(folder, 'dated.json', 'dated', [entry('Ana Um')])
  const told = await runLoadLists(db, [folder], noKeys)
  expect(told.filter(({ isFault }) => isFault)).toEqual([])
  expect(await versions(db)).toEqual([
    ['cgu-ceis', '2026-11-20', 2],
    ['cgu-cnep', '2026-11-20', 1],
    ['cgu-pep', '2026-10', 3],
    // Neither its content nor its name says one: it is the time of the file.
    ['dated', '2026-11-20T08:30Z', 1],
    ['house-list', '3', 1],
    ['ofac-sdn', expect.stringMatching(/^2\d{3}-\d\d-\d\dT\d\d:\d\dZ$/), 3],
    ['un-sc', '2026-11-19', 2],
  ])
  write(folder, 'dated.json', 'dated', [entry('Ana Um'), entry('Bia Dois')])
  const line = 'dated today: loaded, 2 entries (before: 1)'
  expect(await runLoadLists(db, [folder, '--version', 'today'], noKeys)).toContainEqual({
    line,
    isFault: false,
  })
})

test('without a folder, or without a list in it, the command says so', async ({ db }) => {
  const empty = mkdtempSync(join(tmpdir(), 'atesta-lists-'))
  for (const [args, fault] of [
    [[], /name the folder/],
    [[empty], /has no \.csv/],
    [[join(empty, 'nothing')], /cannot be read/],
    [['s3+http://127.0.0.1:9'], /name the bucket/],
    [[empty, '--verbose'], /--verbose/],
  ] as const)
    await expect(runLoadLists(db, [...args], noKeys)).rejects.toThrow(fault)
})

const binary = await findVersitygw()

test.skipIf(binary === undefined)(
  'a prefix of a bucket is loaded; a file that is broken in the middle loads nothing of itself (needs Go once)',
  async ({ db }) => {
    const server = await startS3(binary ?? '')
    const folder = join(server.folder, 'compliance/lists')
    mkdirSync(folder, { recursive: true })
    const source = `s3+${server.endpoint}/compliance/lists`
    try {
      const load = () => runLoadLists(db, [source], server)
      await expect(load()).rejects.toThrow(/has no \.csv/)
      const names = ['Ana Um', 'Bia Dois', 'Caio Três', 'Davi Quatro']
      const whole = ownList('bucket', names.map(entry), { version: '1' })
      writeFileSync(join(folder, 'a.json'), whole.bytes)
      write(folder, 'b.json', 'other', [entry('Eva Cinco')], { version: '1' })
      write(join(folder, '..'), 'c.json', 'beside', [entry('Rui Seis')])
      expect((await load()).map(({ line }) => line)).toEqual([
        'bucket 1: loaded, 4 entries',
        'other 1: loaded, 1 entries',
      ])
      const cut = ownList('bucket', names.slice(0, 3).map(entry), { version: '2' }).bytes
      writeFileSync(join(folder, 'a.json'), cut.subarray(0, cut.length - 20))
      write(folder, 'b.json', 'other', [entry('Eva Cinco'), entry('Lia Sete')], { version: '2' })
      expect(await load()).toEqual([
        { line: expect.stringMatching(/^a\.json: /), isFault: true },
        { line: 'other 2: loaded, 2 entries (before: 1)', isFault: false },
      ])
      const published = createPublishedLists(db, { info() {} })
      await published.refresh()
      const sought = { of: 'person', service: 'Sanctions', document: undefined, birthdate: undefined } as const // prettier-ignore
      const found = await published.screen({ ...sought, names: ['Davi Quatro'] }, ['bucket'])
      expect(found).toMatchObject({ searched: ['bucket'], matches: [{ match: true }] })
      const stranger = { ...server, secretAccessKey: 'a guess' }
      await expect(runLoadLists(db, [source], stranger)).rejects.toThrow(/cannot be listed/)
    } finally {
      await server.close()
    }
  },
)

// The documents name nothing that is not there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readChecksConfig } from '#src/main/config/checks.ts'
import { readMessagingConfig } from '#src/main/config/messaging.ts'
import { checkTemplates } from '#src/messaging/messages/content.ts'
import { checkVendors } from '#src/vendors/checks.ts'
import { Definition } from '#src/vendors/http/definition/definition.ts'
import { vendors } from '#src/vendors/index.ts'

const root = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: root })
const folders = /^(?:src|workflows|activities|test|docs|tools)\//

describe.for(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8')

  test('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
    const missing = links.filter((path) => !existsSync(join(root, dirname(document), path)))
    expect(missing).toEqual([])
  })

  test('names paths that exist', () => {
    const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
    const paths = named.filter((path) => folders.test(path) && !/[<>*{…]/.test(path))
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the example of the configuration of messages is one that a process takes', () => {
  const text = readFileSync(join(root, 'docs/messaging.md'), 'utf8')
  const blocks = [...text.matchAll(/```json\n(.+?)```/gs)].map(([, json = '']) => json)
  const examples = blocks.filter((json) => json.includes('"accounts"'))
  expect(examples).toHaveLength(1)
  const { accounts, templates, tenants } = readMessagingConfig(vendors, { json: examples[0] })
  const named = Object.values(accounts).map(({ vendor }) => vendor)
  expect(named).toEqual(['smtp', 'twilio', 'meta', 'zenvia', 'infobip'])
  const own = Object.entries(tenants).map(([name, one]) => [name, one.templates])
  const publicBaseUrl = 'https://id.example.com'
  const given = {
    brandOf: () => 'Atesta',
    publicBaseUrl,
    templates,
    tenants: Object.fromEntries(own),
  }
  expect(() => checkTemplates(given)).not.toThrow()
})

test('the examples of the configuration of checks are what a process takes', () => {
  const text = readFileSync(join(root, 'docs/checks.md'), 'utf8')
  const blocks = [...text.matchAll(/```yaml\n(.+?)```/gs)].map(([, yaml = '']) => yaml)
  const [deployment = '', official = '', account = '', vendor, poll, callback] = blocks
  expect(Object.keys(readChecksConfig(checkVendors, { text: deployment }).accounts)).toHaveLength(5)
  expect(Object.keys(readChecksConfig(checkVendors, { text: account }).accounts)).toEqual([
    'bureau',
  ])
  expect(Object.keys(readChecksConfig(checkVendors, { text: official }).accounts)).toEqual([
    'serpro',
  ])
  const definition = parse(vendor ?? '')
  for (const later of [undefined, poll, callback])
    expect(
      Definition.safeParse({ ...definition, ...(later && parse(later)) }).error?.issues,
    ).toBeUndefined()
  const whole = blocks.filter((yaml) => yaml.startsWith('name: didit'))
  expect(whole.map((yaml) => Definition.safeParse(parse(yaml)).error?.issues)).toEqual([undefined])
})

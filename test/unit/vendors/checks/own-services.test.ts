// Own services of a definition file: what does not hold is said with its place.
import { writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDefinition } from '#src/vendors/http/definition/load.ts'

const read = (services: string, port = '[person-check, company-check]') => {
  const folder = mkdtempSync(join(tmpdir(), 'own-'))
  const text = `name: own\nport: ${port}\nservices: ${services}\nbaseUrl: https://own.example\nrequest: { method: GET, path: /x }\nmap: body\n`
  writeFileSync(join(folder, 'own.yaml'), text)
  return loadDefinition('own.yaml', folder)
}
const flag = '{ type: object, properties: { active: { type: boolean } } }'

test('a service has a result, and what the sandbox says of it', () => {
  const { own, ports, services } = read(
    `[{ name: Own, result: ${flag}, sandbox: { else: { active: false }, '0034': { active: true, other: 1 } } }]`,
  )
  expect({ ports, services }).toEqual({ ports: ['person-check', 'company-check'], services: ['Own'] }) // prettier-ignore
  expect(own['Own']).toMatchObject({
    sandbox: { else: { active: false }, '0034': { active: true } },
  })
  expect(loadDefinition('atesta/bc-protege.yaml', '.').services).toEqual(['OpeningProtection'])
})

test.for<[string, string, RegExp]>([
  ['a name that conditions cannot read', `[{ name: opening-protection, result: ${flag} }]`, /services\[?\.?0/],
  ['the name of a known service', `[{ name: Sanctions, result: ${flag} }]`, /services\.0\.name/],
  ['a name twice', `[{ name: Own, result: ${flag} }, { name: Own, result: ${flag} }]`, /stands twice/],
  ['a schema with another keyword', '[{ name: Own, result: { type: object, pattern: x } }]', /services/],
  ['a schema that is no object', '[{ name: Own, result: { type: string } }]', /services\.0\.result/],
  ['a personal field', '[{ name: Own, result: { type: object, properties: { a: { type: string, x-personal: true } } } }]', /x-personal/],
  ['a sample that does not fit', `[{ name: Own, result: ${flag}, sandbox: { else: { active: no-bool } } }]`, /services\.0\.sandbox\.else\.active/],
  ['a known service of two ports', '[BasicInfos]', /several are for own services/],
])('a fault is said with its place: %s', ([, services, message]) => {
  expect(() => read(services)).toThrow(message)
}) // prettier-ignore

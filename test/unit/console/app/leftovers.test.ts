// Nothing of the console is left over: no style that no page wears, and no words that no page says.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (pattern: string) =>
  globSync(`src/console/app/${pattern}`).map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const code = read('**/*.{ts,tsx}')
const whole = code.map(({ text }) => text).join('\n')

/** Classes that a library gives to its elements. */
const ofLibraries = /^cm-/

test('each class of a style sheet is worn by an element', () => {
  const selectors = read('**/*.css').flatMap(({ text }) => text.match(/[^{}]+(?=\{)/g) ?? [])
  const classes = new Set(selectors.flatMap((one) => one.match(/(?<=\.)[a-z][\w-]*/g) ?? []))
  expect(classes.size).toBeGreaterThan(100)
  const unworn = [...classes].filter(
    (name) => !ofLibraries.test(name) && !new RegExp(`['"\` ]${name}['"\` ]`).test(whole),
  )
  expect(unworn).toEqual([])
})

test('each word of a page is said somewhere', () => {
  const sayers = code.filter(({ path }) => !path.endsWith('words.ts'))
  const said = sayers.map(({ text }) => text).join('\n')
  const tables = code.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /^(?:export const words = define(?:Page)?Words\(|const common = )\{\n(.*?)^\}/gms,
      ),
    ].map(([, rows = '']) => ({ path, names: rows.match(/^ {2}\w+(?=: )/gm) ?? [] })),
  )
  expect(tables.length).toBeGreaterThan(12)
  const unsaid = tables.flatMap(({ path, names }) =>
    names
      .filter((name) => !new RegExp(`\\b${name.trim()}\\b`).test(said))
      .map((name) => path + name),
  )
  expect(unsaid).toEqual([])
})

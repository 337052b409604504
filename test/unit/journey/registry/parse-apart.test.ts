// Texts of documents that are parsed in a thread.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseApart } from '#src/journey/registry/parse-apart.ts'
import { parseText } from '#src/journey/registry/text.ts'

const bytes = 60_000
const fill = (text: string) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
const worst: Readonly<Record<string, string>> = {
  'one flow sequence': `[${fill('1,')}1]`,
  'brackets without an end': fill('['),
  'keys without a colon': `{${fill('a,')}}`,
  'keys that stand there twice': fill('? a\n: b\n'),
  'colons in a row': fill('a: b: '),
  'empty lines': fill('\n'),
  aliases: `- &a a\n${fill('- *a\n')}`,
  'a long list': fill('- a\n'),
}

/** Where nesting ends the stack of a thread is another: so the first fault counts, not its place. */
const ending = (read: Awaited<ReturnType<typeof parseApart>> | ReturnType<typeof parseText>) =>
  'faults' in read ? read.faults[0]?.detail : read.parsed.value

test.for(Object.entries(worst))(
  'while 60 kB are parsed others have their turns, and what comes of it is the same: %s',
  async ([, text]) => {
    let turns = 0
    let isOver = false
    const parsing = parseApart(text, false).finally(() => (isOver = true))
    while (!isOver) {
      await turn()
      turns += 1
    }
    expect(turns).toBeGreaterThan(20)
    expect(ending(await parsing)).toEqual(ending(parseText(text, false)))
  },
)

test('places of faults are those of the text, long or short', async () => {
  for (const length of [1, 400]) {
    const text = `root:\n${'  - kind: review\n'.repeat(length)}`
    const read = await parseApart(text, false)
    if (!('parsed' in read)) throw new Error('it is not parsed')
    const faults = [{ pointer: '/root/0/kind', detail: '' }, { pointer: `/root/${length - 1}`, detail: '' }] // prettier-ignore
    expect(await read.parsed.locate(faults)).toEqual([
      { line: 2, column: 11 },
      { line: 1 + length, column: 5 },
    ])
  }
})

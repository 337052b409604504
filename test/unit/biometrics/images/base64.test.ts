import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64 } from '#src/biometrics/images/base64.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const bytes = Buffer.from('some bytes of an image')
const text = bytes.toString('base64')

describe('an image in base64', () => {
  test.each([
    ['as it is', text],
    ['with line breaks', text.replaceAll(/(.{8})/g, '$1\r\n')],
    ['with spaces around it', `  ${text}\n`],
    ['without padding', text.replace(/=+$/, '')],
    ['in the alphabet for URLs', bytes.toString('base64url')],
    ['as a data URL', `data:image/jpeg;base64,${text}`],
    ['as a data URL without a type', `data:;base64,${text}`],
  ])('is read %s', (_, sent) => {
    const decoded = decodeBase64(sent)
    expect(decoded && Buffer.from(decoded.bytes)).toEqual(bytes)
    expect(decoded?.name).toBeUndefined()
  })

  test('brings the name that its data URL has', () => {
    const sent = `data:image/jpeg;name=magic-live.jpg;base64,${text}`
    expect(decodeBase64(sent)?.name).toBe('magic-live.jpg')
  })

  test('may be empty, which is then no image', () => {
    expect(decodeBase64('')?.bytes).toHaveLength(0)
    expect(decodeBase64('data:image/png;base64,')?.bytes).toHaveLength(0)
  })

  test.each([
    'not base64!',
    'äöü',
    text + '===',
    'A',
    'http://example.test/image.jpg',
    'data:image/svg+xml,<svg/>',
  ])('is refused: %s', (sent) => {
    expect(decodeBase64(sent)).toBeUndefined()
  })

  test.for([
    ['without spaces', Buffer.alloc(20_000_000, 7).toString('base64'), 20_000_000],
    ['all of spaces', 'A '.repeat(10_000_000), 7_500_000],
  ] as const)('of many megabytes is read quickly: %s', async ([, large, length]) => {
    let found: number | undefined
    const spent = await processorMs(() => (found = decodeBase64(large)?.bytes.length))
    expect(found).toBe(length)
    expect(spent).toBeLessThan(1_000)
  })

  test('is read as Node reads it, and refused as it always was, whichever way it goes', () => {
    const digits = fc.constantFrom('A', 'z', '9', '+', '/', '-', '_', '=', ' ', '\n', '\v', '!')
    fc.assert(
      fc.property(fc.string({ unit: digits, maxLength: 12 }), (written) => {
        const bare = written.replaceAll(/[=\s]/g, '')
        const isGood =
          /^[A-Za-z0-9+/_\t-\r -]*(?:=[\t-\r ]*){0,2}$/.test(written) && bare.length % 4 !== 1
        const decoded = decodeBase64(written)
        expect(decoded && Buffer.from(decoded.bytes)).toEqual(
          isGood ? Buffer.from(written, 'base64') : undefined,
        )
      }),
      { numRuns: 1_000 },
    )
  })
})

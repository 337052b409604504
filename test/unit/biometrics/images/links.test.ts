import { describe, expect, test } from 'vitest'
import { newId } from '#src/platform/ids.ts'
import { isOwnToken, mintToken, readToken } from '#src/biometrics/images/image-token.ts'
import { foldersBetween, idIn, madeAt, objectName } from '#src/biometrics/images/images.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'

const sealer = createSealer(openKeyring(createKeyring()))
const key = (await sealer.createKey('acme', newId())).key
const link = { imageId: newId(), expiresAt: Date.parse('2026-11-22T12:10:00Z') }

describe('a link to an image', () => {
  test('says which image until when, and is ours', () => {
    const token = mintToken(sealer, key, link)
    expect(readToken(token)).toEqual(link)
    expect(isOwnToken(sealer, key, token, link)).toBe(true)
  })

  test('is not ours under the key of another transaction', async () => {
    const other = (await sealer.createKey('acme', newId())).key
    expect(isOwnToken(sealer, key, mintToken(sealer, other, link), link)).toBe(false)
  })

  test('cannot be made to last longer or to show another image', () => {
    const bytes = Buffer.from(mintToken(sealer, key, link), 'base64url')
    for (const at of [0, 15, 16, 21]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const token = changed.toString('base64url')
      const said = readToken(token)
      expect(said).not.toEqual(link)
      expect(said && isOwnToken(sealer, key, token, said)).toBe(false)
    }
  })

  test('has one spelling: with any other last character it is none', () => {
    const token = mintToken(sealer, key, link)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const others = alphabet.split('').filter((one) => one !== token.at(-1))
    for (const last of others) {
      const said = readToken(token.slice(0, -1) + last)
      expect(said && isOwnToken(sealer, key, token.slice(0, -1) + last, said)).not.toBe(true)
    }
  })

  test.each(['', 'abc', '../../etc/passwd', 'A'.repeat(60)])('is none: %s', (token) => {
    expect(readToken(token)).toBeUndefined()
  })
})

describe('the name of an object', () => {
  test('is the day of its id and the id', () => {
    const id = newId()
    expect(objectName(id)).toBe(`${new Date().toISOString().slice(0, 10)}/${id}`)
    expect(idIn(objectName(id))).toBe(id)
    expect(Math.abs(madeAt(id) - Date.now())).toBeLessThan(30_000)
  })

  test('stands in one of the folders of a time', () => {
    const at = (text: string) => Date.parse(text)
    expect(foldersBetween(at('2026-11-20T23:00:00Z'), at('2026-11-22T01:00:00Z'))).toEqual([
      '2026-11-20/',
      '2026-11-21/',
      '2026-11-22/',
    ])
    expect(foldersBetween(at('2026-11-22T01:00:00Z'), at('2026-11-22T02:00:00Z'))).toEqual([
      '2026-11-22/',
    ])
  })
})

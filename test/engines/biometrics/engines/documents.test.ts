// The document engine itself, in this process.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPage } from '#src/biometrics/engines/document/read.ts'
import { loadRecogniser, type Recogniser } from '#src/biometrics/engines/document/recognise.ts'
import { readLowest } from '#src/biometrics/engines/document/zone.ts'
import { isInCard } from '#src/biometrics/engines/rules.ts'
import { openImage } from '#src/biometrics/engines/open-image.ts'
import { documentFields, documentPicture } from './pictures.ts'

let recognise: Recogniser

beforeAll(async () => {
  recognise = await loadRecogniser()
})

const read = async (picture: Uint8Array) => readPage(recognise, await openImage(picture), 0)

/** A CNH has no voter's number, and prints the number of the register as digits. */
const ofCnh = (fields: Record<string, string>) => ({
  ...fields,
  numeroTituloEleitor: '',
  txtRegistroCivil: fields['txtRegistroCivil']?.replaceAll(/\D/g, ''),
})

/** Names are compared without accents, and small ones are often lost. */
const plain = (fields: object): unknown =>
  JSON.parse(JSON.stringify(fields).normalize('NFD').replaceAll(/\p{M}/gu, ''))

describe('a document', () => {
  // The other one is read by every engine, lying on its side: conformance.test.ts.
  test.for(['rg-1', 'rg-1-worn'])('%s is read in every field', async (name) => {
    const { fields, ...reading } = await read(documentPicture(name))
    expect(fields).toEqual(documentFields(name.slice(0, 4)))
    expect(reading).toMatchObject({ documentType: 'RG', side: 'front', isCpfLabelled: true })
    expect(reading.confidence).toBeGreaterThan(80)
    expect(reading).not.toHaveProperty('expiresOn')
    expect(reading.isPlain).toBe(false)
  })

  test.for(['cnh-1', 'cnh-2-tilted'])('%s is read in every field', async (name) => {
    const { fields, ...reading } = await read(documentPicture(name))
    expect(fields).toEqual(ofCnh(documentFields(name.slice(0, 5))))
    expect(reading).toMatchObject({
      documentType: 'CNH',
      side: 'front',
      isCpfLabelled: true,
      expiresOn: '2030-08-22',
      isPlain: false,
      isGrey: false,
      licence: name === 'cnh-2-tilted' ? '01234567890' : '01234568608',
    })
  })

  test('on a table, far, tilted or slanted, is laid flat and read with its zone and its code', async () => {
    const { fields, ...cnh } = await read(documentPicture('cnh-far'))
    expect(plain(fields)).toEqual(plain(documentFields('cnh-far')))
    expect(cnh).toMatchObject({ documentType: 'CNH', licence: '02886972904', isGrey: false })
    // The picture has 1280 × 960 dots, of which the card covers 30 %.
    expect(cnh.card?.map(({ x, y }) => [Math.round(1_280 * x), Math.round(960 * y)])).toEqual([
      [363, 122],
      [1_081, 383],
      [916, 836],
      [198, 575],
    ])
    const back = await read(documentPicture('cin-back-slanted'))
    expect(plain(back.fields)).toEqual(plain(documentFields('cin-back-slanted')))
    const person = { name: 'PEDRO TESTE CAVALCANTI', bornOn: '1979-06-08' }
    expect(back).toMatchObject({
      side: 'back',
      mrz: { ...person, number: '31099491991', expiresOn: '2031-06-08' },
      code: { ...person, cpf: '31099491991' },
    })
  })

  test('that is tilted has its writing where it stands in the picture', async () => {
    const { area = [0, 0, 0, 0] } = await read(documentPicture('cnh-2-tilted'))
    // Where its portrait was found.
    expect(isInCard([0.17, 0.4, 0.12, 0.13], area)).toBe(true)
    expect(isInCard([0.2, 0.1, 0.5, 0.6], area)).toBe(false)
    expect(area[0]).toBeGreaterThan(0.05)
    expect(area[2]).toBeLessThan(0.85)
  })

  test('typed on a page has plain paper, also where it is grainy', async () => {
    const lines = ['CARTEIRA DE IDENTIDADE', 'NOME', 'MARIA EXEMPLO', 'CPF', '529.982.247-25']
    const text = lines.map((one, at) => `<text x="90" y="${90 + at * 80}">${one}</text>`).join('')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" font-size="40" font-family="sans-serif"><rect width="1200" height="800" fill="#f6f0e0"/>${text}</svg>`
    const grain = sharp({
      create: {
        width: 1_200,
        height: 800,
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma: 10 },
      },
    })
    const page = await sharp(Buffer.from(svg))
      .composite([{ input: await grain.png().toBuffer(), blend: 'soft-light' }])
      .jpeg({ quality: 80 })
      .toBuffer()
    expect(await read(page)).toMatchObject({ documentType: 'RG', isPlain: true })
  })

  test('cin-1 is read in every field of its front', async () => {
    const { fields, ...reading } = await read(documentPicture('cin-1'))
    expect(fields).toEqual(documentFields('cin-1'))
    expect(reading).toMatchObject({
      documentType: 'CIN',
      side: 'front',
      isCpfLabelled: true,
      expiresOn: '2033-08-22',
      fieldsExpected: 5,
    })
  })

  test('cin-1-back is known as a back, and read in every field of it', async () => {
    const { fields, ...reading } = await read(documentPicture('cin-1-back'))
    expect(fields).toEqual(documentFields('cin-1-back'))
    expect(reading).toMatchObject({ documentType: 'CIN', side: 'back', isCpfLabelled: false })
  })

  test('has its zone read, the days in it as digits where they were taken for letters', async () => {
    const lines = [
      'P<BRASILVA<<MARIA<EXEMPLO<DA<<<<<<<<<<<<<<<<',
      'ZZ103456<7BRA6801014F3101012<<<<<<<<<<<<<<00',
    ]
    const text = lines.map((line, at) => `<text x="85" y="${1_010 + at * 76}">${line.replaceAll('<', '&lt;')}</text>`) // prettier-ignore
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1700" height="1200" font-size="58" font-family="DejaVu Sans Mono"><rect width="1700" height="1200" fill="#fff"/>${text.join('')}</svg>`
    const { data, info } = await sharp(Buffer.from(svg))
      .toColourspace('b-w')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(await readLowest(recognise, { data, width: info.width, height: info.height })).toEqual({
      kind: 'passport',
      issuer: 'BRA',
      number: 'ZZ103456',
      name: 'MARIA EXEMPLO DA SILVA',
      bornOn: '1968-01-01',
      expiresOn: '2031-01-01',
    })
  })

  test('without a CPF has none, though the number of a licence could be one', async () => {
    const hidden = {
      create: { width: 450, height: 80, channels: 3, background: '#dfe9df' },
    } as const
    const without = await sharp(documentPicture('cnh-1'))
      .composite([{ input: await sharp(hidden).png().toBuffer(), left: 540, top: 330 }])
      .jpeg()
      .toBuffer()
    const { fields, isCpfLabelled } = await read(without)
    expect(fields.numeroCPF).toBe('')
    expect(isCpfLabelled).toBe(false)
    expect(fields.dataNascimento).toBe('14/03/1987')
  })

  test('that is none is unknown, without a field', async () => {
    const page = { create: { width: 900, height: 600, channels: 3, background: 'white' } } as const
    const reading = await read(await sharp(page).png().toBuffer())
    expect(reading).toMatchObject({ documentType: 'UNKNOWN', side: 'unknown', labels: 0 })
    expect(Object.values(reading.fields).join('')).toBe('')
  })
})

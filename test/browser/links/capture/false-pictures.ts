// Pictures that must not be approved, through HTTP with the engines themselves, beside a genuine one of the same person.
// No browser is needed for them.
import { readFileSync } from 'node:fs'
import sharp, { type OverlayOptions } from 'sharp'
import { expect } from 'vitest'
import { formOf } from '#test/support/forms.ts'
import { drawPoison } from '#test/support/biometrics/poison.ts'
import { createTestClient, untilTaken } from '#test/workflow/client.ts'
import { dataFile, maria, type Stage } from './person.ts'

const card = readFileSync(dataFile('documents/cnh-1.jpg'))
const [front, other] = ['person-a-front', 'person-b-drawn'].map((name) =>
  readFileSync(dataFile(`faces/${name}.jpg`)),
)

const paint = async (on: Buffer | undefined, ...parts: OverlayOptions[]) =>
  sharp(on).composite(parts).jpeg().toBuffer()
const plain = (width: number, height: number, background = 'white') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
const sized = (picture: Buffer | undefined, width: number) =>
  sharp(picture).resize(width).toBuffer()

/** The words of a card on white paper, and nothing besides. */
const typed = () => {
  const lines = ['CARTEIRA DE IDENTIDADE', 'NOME', 'MARIA EXEMPLO', 'CPF', '529.982.247-25']
  const text = lines.map((one, at) => `<text x="90" y="${90 + at * 80}">${one}</text>`).join('')
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500" font-size="40" font-family="sans-serif"><rect width="900" height="500" fill="#f6f0e0"/>${text}</svg>`,
    ),
  )
    .jpeg()
    .toBuffer()
}

const gravel = async () =>
  (await drawPoison({ width: 1_600, height: 1_200 })).find(({ name }) => name === 'gravel')?.bytes

/** Where its portrait is. */
const unseen = async () =>
  paint(card, { input: await plain(390, 490, '#dfe9df'), left: 115, top: 232 })

/** Larger than the portrait, on the table. */
async function besideFace(): Promise<Buffer> {
  const table = await plain(1_400, 700, '#4a3a2c')
  const [input, face] = await Promise.all([sized(card, 900), sized(other, 420)])
  return paint(table, { input, left: 20, top: 60 }, { input: face, left: 950, top: 140 })
}

async function twoFaces(): Promise<Buffer> {
  const [left, right] = await Promise.all([sized(front, 400), sized(other, 400)])
  return paint(
    await plain(800, 400),
    { input: left, left: 0, top: 0 },
    { input: right, left: 400, top: 0 },
  )
}

type Answer = { readonly result: string; readonly alerts: string[]; readonly reasons: string[] }

export function falsePictures({ test }: Pick<Stage, 'test'>): void {
  test('false pictures are refused by the engines, and a genuine document is approved', async ({
    service,
  }) => {
    const client = createTestClient(service)
    const create = async () =>
      (await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body: maria })).id
    const recognise = async (picture: Buffer | undefined) => {
      const form = await formOf('selfie', picture ?? Buffer.of())
      const path = `/v1/${await create()}/redoc`
      return untilTaken(() => client.ask<Answer>('POST', path, 201, form))
    }
    const look = async (picture: Buffer) => {
      const path = `/v1/transaction/${await create()}/facial-biometrics/liveness`
      const body = { images: [picture.toString('base64')] }
      return untilTaken(() => client.ask<object>('POST', path, 201, { body }))
    }
    const documents: readonly [Buffer | undefined, string, ...string[]][] = [
      [await typed(), 'Inconclusivo', 'NOT_A_CARD'],
      [await gravel(), 'Inconclusivo', 'LOW_CONFIDENCE'],
      [await unseen(), 'Inconclusivo', 'NO_PORTRAIT'],
      [await besideFace(), 'Inconclusivo', 'OTHER_FACE'],
      [await sharp(card).greyscale().jpeg().toBuffer(), 'Inconclusivo', 'PHOTOCOPY'],
      [card, 'Aprovado'],
    ]
    const faces: readonly [Buffer, object][] = [
      [await twoFaces(), { livenessStatus: 4, reasons: ['several-faces'] }],
      [await plain(400, 400), { livenessStatus: 3, reasons: ['unreadable'] }],
      [front ?? Buffer.of(), { livenessStatus: 0 }],
    ]
    // One after the other, since on a busy machine a call waits no longer than half a minute.
    const recogniseAll = async () => {
      for (const [picture, result, ...alerts] of documents) {
        const answer = await recognise(picture)
        expect(answer).toMatchObject({ result })
        expect(answer.alerts).toEqual(expect.arrayContaining(alerts))
      }
    }
    const lookAtAll = async () => {
      for (const [picture, found] of faces) expect(await look(picture)).toMatchObject(found)
    }
    await Promise.all([recogniseAll(), lookAtAll()])
  })
}

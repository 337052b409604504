// The same picture, sent for another document.
import { commitOn } from '#src/journey/commit/commit.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  whileWorking,
} from '#test/support/biometrics/engines.ts'
import { documentPicture, facePicture } from '#test/engines/biometrics/engines/pictures.ts'
import { forgetMarksOf, forgetOldMarks, pictureMarks } from '#src/biometrics/pictures/store.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { formOf } from '#test/support/forms.ts'
import { createTransaction } from '#test/support/transactions.ts'
import sharp from 'sharp'

const ana = { document: '52998224725', name: 'Ana Exemplo', birthdate: '1990-05-17' }
const jose = { document: '11144477735', name: 'Jose Outro', birthdate: '1990-05-17' }

async function send(app: TestApp, id: string, picture: Uint8Array, claims = {}) {
  const { body, headers } = await formOf('selfie', Buffer.from(picture), 'a.jpg')
  const path = `/v1/transaction/${id}/redoc`
  const sent = app.call('POST', path, { body, headers, ...claims })
  return (await whileWorking(app.deps, id, sent)).json()
}

test('is found with its ids, by its bytes and by its looks; of the same document, of another tenant, or erased it is not', async ({
  app,
  db,
  scripted: { script },
}) => {
  script.portrait = makePortrait()
  script.reading = makeReading()
  const picture = await sharp(documentPicture('cin-1')).resize(400).jpeg().toBuffer()
  const again = await sharp(picture).jpeg({ quality: 50 }).toBuffer()
  const first = await createTransaction(app, ana)
  const answer = await send(app, first, picture)
  expect(answer.findings).toEqual([])
  const same = await createTransaction(app, ana)
  expect((await send(app, same, picture)).findings).toEqual([])
  await forgetMarksOf(db, same)

  const other = await createTransaction(app, jose)
  const found = { transactionId: first, recognitionId: answer.id }
  const { findings } = await send(app, other, picture)
  expect(findings).toEqual([{ kind: 'same-picture', ...found }])
  const like = await createTransaction(app, jose)
  expect((await send(app, like, again)).findings).toEqual([{ kind: 'like-picture', ...found }])

  const marks = await db.select().from(pictureMarks).where(eq(pictureMarks.transactionId, first))
  expect(marks.map(({ part, hash }) => `${part} ${hash.length}`).toSorted()).toEqual(
    [0, 1, 2, 3, 4].map((part) => `${part} 32`),
  )
  await db
    .update(pictureMarks)
    .set({ at: new Date('2020-01-01') })
    .where(eq(pictureMarks.transactionId, like))
  expect(await forgetOldMarks(db)).toBe(5)

  await commitOn(app.deps, first, eraseTransaction)
  const last = await createTransaction(app, jose)
  expect((await send(app, last, picture)).findings).toEqual([])
})

test('what an engine reads while its transaction is erased is dropped: no result, no mark, no picture', async ({
  app,
  db,
  store,
  scripted: { engines, script },
}) => {
  script.portrait = makePortrait()
  const id = await createTransaction(app, jose)
  const before = { ...engines.ocr }
  const erase = () =>
    app.call('DELETE', `/v1/transaction/${id}`, { claims: { scope: 'data:erase' } })
  const asked: number[] = []
  Object.assign(engines.ocr, {
    read: async () => {
      asked.push((await erase()).status)
      return makeReading()
    },
  })
  const picture = await sharp(documentPicture('cin-1')).resize(300).jpeg().toBuffer()
  const answer = await send(app, id, picture)
  Object.assign(engines.ocr, before)
  expect([asked[0], answer.code]).toEqual([202, 'not-found'])
  const { receiptId } = await (await erase()).json()
  await finishErasures({ deps: app.deps, objects: store })
  const [left] = await db.execute(sql`
    select (select kind from journal where transaction_id = ${id} order by seq desc limit 1) as last,
      (select count(*)::int from picture_mark where transaction_id = ${id}) as marks,
      (select count(*)::int from image where transaction_id = ${id}) as pictures,
      (select count(*)::int from examination where transaction_id = ${id} and result is not null) as results`)
  expect(left).toEqual({ last: 'erased', marks: 0, pictures: 0, results: 0 })
  expect([...store.objects.keys()]).toContain(`erasures/${receiptId}`)
})

test('of a selfie is found by any of its pictures, by the looks of the first, and not for the same document', async ({
  app,
  scripted: { script },
}) => {
  script.faces = [[makeFace(0)]]
  const [one, two, fresh] = await Promise.all(
    ['front', 'left-18', 'right-25'].map((name) =>
      sharp(facePicture(name)).resize(300).jpeg().toBuffer(),
    ),
  )
  const again = await sharp(one).jpeg({ quality: 50 }).toBuffer()
  const submit = async (id: string, ...pictures: (Buffer | undefined)[]) => {
    const body = { images: pictures.map((picture) => picture?.toString('base64')) }
    const path = `/v1/transaction/${id}/facial-biometrics/liveness`
    return (await whileWorking(app.deps, id, app.call('POST', path, { body }))).json()
  }
  const first = await createTransaction(app, ana)
  const { id: livenessId, findings } = await submit(first, one, two)
  expect(findings).toEqual([])
  expect((await submit(first, two)).findings).toEqual([])
  const of = { transactionId: first, livenessId }
  const findingsFor = async (...pictures: (Buffer | undefined)[]) =>
    (await submit(await createTransaction(app, jose), ...pictures)).findings
  expect(await findingsFor(fresh, two)).toContainEqual({ kind: 'same-picture', ...of })
  expect(await findingsFor(again)).toContainEqual({ kind: 'like-picture', ...of })
})

// What the name on a document is worth against the one that was sent.
import { expect, test } from 'vitest'
import type { DocumentReading } from '#src/biometrics/engines/port.ts'
import { compareName, judgeDocument } from '#src/biometrics/examinations/documents.ts'
import { magicReading } from '#src/biometrics/examinations/magic.ts'

const claimed = { name: 'Maria Aparecida da Silva', cpf: '52998224725', birthdate: '1990-05-17' }
const reading = (fields: Partial<DocumentReading['fields']> = {}): DocumentReading => {
  const read = magicReading('magic-approved', claimed)
  if (!read) throw new Error('no reading')
  return { ...read, fields: { ...read.fields, ...fields } }
}
const judge = (fields: Partial<DocumentReading['fields']>) =>
  judgeDocument({
    reading: reading(fields),
    claimed,
    hasPortrait: true,
    isConfirmed: true,
    today: '2026-11-22',
  })

test.each([
  ['MARIA APARECIDA SILVA', 'same'],
  ['MARIA APARECIDA DA S1LVA', 'same'],
  ['MARIA DAS DORES SILVA', 'other'],
  ['', undefined],
])('%s: %s', (nome, verdict) => {
  expect(compareName(reading({ nome }), claimed.name)).toBe(verdict)
})

test('another name is a mismatch, a missing one says nothing', () => {
  expect(judge({ nome: 'MARIA APARECIDA SILVA' })).toMatchObject({ result: 'Aprovado', alerts: [] })
  expect(judge({ nome: 'PEDRO ROCHA' }).alerts).toContain('NAME_MISMATCH')
  expect(judge({ nome: '' }).alerts).not.toContain('NAME_MISMATCH')
})

test('a doubtful name is approved with the same number, and with nothing less', () => {
  const nome = 'MARIA APARECIDA SILVA JUNIOR'
  expect(compareName(reading({ nome }), claimed.name)).toBe('doubtful')
  expect(judge({ nome })).toMatchObject({ result: 'Aprovado', alerts: [] })
  expect(judge({ nome, numeroCPF: '' })).toMatchObject({
    result: 'Inconclusivo',
    alerts: ['LOW_CONFIDENCE'],
  })
})

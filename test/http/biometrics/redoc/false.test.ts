// Documents that must not be approved, through HTTP, with engines that answer as the test says.
import { describe, expect } from 'vitest'
import type { DocumentFields, DocumentReading } from '#src/biometrics/engines/port.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import { makeFace, makePortrait, makeReading, type Script, whileWorking } from '#test/support/biometrics/engines.ts' // prettier-ignore
import { formOf } from '#test/support/forms.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'

const person = {
  document: '52998224725',
  name: 'Ana Exemplo',
  birthdate: '1990-05-17',
  mothersName: 'Maria Exemplo',
}
const [first, ...others] = await Promise.all([drawImage(5), drawImage(6), drawImage(7)])
const { fields } = makeReading()
const withFields = (changed: Partial<DocumentFields>) => ({ fields: { ...fields, ...changed } })
const blank = Object.fromEntries(Object.keys(fields).map((name) => [name, '']))

const cinFront: Partial<DocumentReading> = {
  documentType: 'CIN',
  expiresOn: '2033-08-22',
  fieldsExpected: 5,
  ...withFields({ filiacao1: '', filiacao2: '', dataExpedicao: '', txtOrgExpedidor: '' }),
}
const { expiresOn: _end, ...cinWithoutEnd } = cinFront
const cinBack: Partial<DocumentReading> = {
  documentType: 'CIN',
  side: 'back',
  fieldsExpected: 5,
  isCpfLabelled: false,
  ...withFields({
    ...blank,
    filiacao1: 'JOAO EXEMPLO',
    filiacao2: 'MARIA EXEMPLO',
    dataExpedicao: '10/03/2020',
    txtOrgExpedidor: 'SSP',
    txtUnidadeFederativa: 'SP',
  }),
}

/** One picture after the other: what was read, and which picture it was. */
type Sent = { readonly reading: Partial<DocumentReading>; readonly picture?: number }

async function send(app: TestApp, script: Script, id: string, all: readonly Sent[]) {
  const answers = []
  for (const [at, { reading, picture = at }] of all.entries()) {
    script.reading = makeReading(reading)
    const { body, headers } = await formOf('selfie', [first, ...others][picture] ?? first, 'a.jpg')
    const sent = app.call('POST', `/v1/transaction/${id}/redoc`, { body, headers })
    answers.push(await (await whileWorking(app.deps, id, sent)).json())
  }
  return answers
}

describe('what is not approved', () => {
  test.for<[string, readonly Sent[], string[]]>([
    ['a typed page', [{ reading: { isPlain: true } }], ['NOT_A_CARD']],
    ['a front alone of a kind with a back', [{ reading: cinFront }], ['SIDE_MISSING']],
    ['a back alone', [{ reading: cinBack }], ['SIDE_MISSING']],
    ['two fronts', [{ reading: cinFront }, { reading: cinFront }], ['SIDE_MISSING']],
    [
      'one picture as both sides',
      [{ reading: cinFront }, { reading: cinBack, picture: 0 }],
      ['SIDE_MISSING'],
    ],
    ['sides of two kinds', [{ reading: { ...cinBack, documentType: 'RG' } }, { reading: cinFront }], ['SIDES_DIFFER']], // prettier-ignore
    [
      'sides whose fields differ',
      [
        { reading: { ...cinFront, ...withFields({ txtUnidadeFederativa: 'RJ', filiacao1: '' }) } },
        { reading: cinBack },
      ],
      ['SIDES_DIFFER'],
    ],
    [
      'an expired CIN',
      [{ reading: cinBack }, { reading: { ...cinFront, expiresOn: '2020-01-01' } }],
      ['DOCUMENT_EXPIRED'],
    ],
    [
      "another's number under no label",
      [{ reading: { ...withFields({ numeroCPF: '111.444.777-35' }), isCpfLabelled: false } }],
      ['CPF_UNREAD'],
    ],
    [
      'a CIN whose end was not read',
      [{ reading: cinBack }, { reading: cinWithoutEnd }],
      ['LOW_CONFIDENCE'],
    ],
    ['another birth date', [{ reading: withFields({ dataNascimento: '18/05/1990' }) }], ['BIRTHDATE_MISMATCH']], // prettier-ignore
    [
      "another mother's name",
      [{ reading: withFields({ filiacao2: 'TERESA OUTRA DE SOUZA' }) }],
      ['MOTHER_MISMATCH'],
    ],
    [
      'an RG without CPF',
      [{ reading: { ...withFields({ numeroCPF: '' }), isCpfLabelled: false } }],
      ['CPF_UNREAD'],
    ],
    [
      'a CIN whose zone does not hold',
      [{ reading: cinFront }, { reading: { ...cinBack, isZoneUnread: true } }],
      ['MRZ_UNREAD'],
    ],
    ['a passport whose zone does not hold', [{ reading: { documentType: 'PASSPORT' } }], ['MRZ_UNREAD']], // prettier-ignore
    [
      'print beside a zone that says otherwise',
      [
        {
          reading: {
            documentType: 'CNH',
            mrz: {
              kind: 'card',
              number: '1',
              name: 'ANA EXEMPLO',
              bornOn: '1991-05-17',
              expiresOn: '2033-08-22',
            },
          },
        },
      ],
      ['MRZ_MISMATCH'],
    ],
    [
      'print beside a code that bears another number',
      [{ reading: { code: { cpf: '11144477735' } } }],
      ['CODE_MISMATCH'],
    ],
    [
      'a licence with an edited digit',
      [{ reading: { documentType: 'CNH', licence: '02886972914' } }],
      ['NUMBER_INVALID'],
    ],
    ['a photocopy', [{ reading: { isGrey: true } }], ['PHOTOCOPY']],
    ['a picture in the dark', [{ reading: { isDark: true } }], ['TOO_DARK']],
  ])('%s', async ([, sent, alerts], { app, scripted }) => {
    const id = await createTransaction(app, person)
    scripted.script.portrait = makePortrait()
    const answer = (await send(app, scripted.script, id, sent)).at(-1)
    expect(answer.result).toBe('Inconclusivo')
    expect(answer.alerts).toEqual(expect.arrayContaining(alerts))
  })

  test('a front without a portrait, with a face outside the card, or with another beside it', async ({
    app,
    scripted: { script },
  }) => {
    const id = await createTransaction(app, person)
    const look = async (portrait: Script['portrait'], reading = {}) => {
      script.portrait = portrait
      const [{ result, alerts }] = await send(app, script, id, [{ reading }])
      return [result, ...alerts]
    }
    expect(await look(undefined)).toEqual(['Inconclusivo', 'NO_PORTRAIT'])
    const area = [0.1, 0.7, 0.5, 0.2] as const
    expect(await look(makePortrait(), { area })).toEqual(['Inconclusivo', 'NO_PORTRAIT'])
    const beside = { ...makePortrait(), others: 1 }
    expect(await look(beside)).toEqual(['Inconclusivo', 'OTHER_FACE'])
  })

  test('a picture that nobody could read is no false document, and has no portrait looked for', async ({
    app,
    scripted: { script },
  }) => {
    const id = await createTransaction(app, person)
    script.portrait = makePortrait()
    const nothing = { documentType: 'UNKNOWN', side: 'unknown', confidence: 0 } as const
    const [answer] = await send(app, script, id, [
      {
        reading: { ...nothing, fieldsExpected: 0, fields: { ...fields, ...blank }, isUnread: true },
      },
    ])
    expect(answer).toMatchObject({
      result: 'Inconclusivo',
      alerts: ['LOW_CONFIDENCE'],
      reasons: ['unreadable'],
    })
  })

  test("another person's CPF is refused when the name is another's too, and not by itself", async ({
    app,
    scripted: { script },
  }) => {
    const id = await createTransaction(app, person)
    script.portrait = makePortrait()
    const numeroCPF = '111.444.777-35'
    const [alone, both] = await send(app, script, id, [
      { reading: withFields({ numeroCPF }) },
      { reading: withFields({ numeroCPF, nome: 'JOSE OUTRO DA COSTA' }) },
    ])
    expect([alone.result, both.result]).toEqual(['Inconclusivo', 'Reprovado'])
  })

  test('print is refused that a zone or a code contradicts in two values', async ({
    app,
    scripted: { script },
  }) => {
    const id = await createTransaction(app, person)
    script.portrait = makePortrait()
    const code = { cpf: '11144477735', name: 'JOSE OUTRO DA COSTA' }
    const [answer] = await send(app, script, id, [{ reading: { code } }])
    expect([answer.result, answer.alerts]).toEqual(['Reprovado', ['CODE_MISMATCH']])
  })

  test("another's portrait is refused when it was taken as an adult and not long ago", async ({
    app,
    scripted: { script },
  }) => {
    const id = await createTransaction(app, person)
    script.faces = [[makeFace(0)]]
    const body = { images: [first.toString('base64')] }
    const path = `/v1/transaction/${id}/facial-biometrics/liveness`
    await whileWorking(app.deps, id, app.call('POST', path, { body }))
    script.portrait = makePortrait(1)
    const answers = await send(app, script, id, [
      { reading: {} },
      { reading: withFields({ dataExpedicao: '10/03/2004' }) },
      { reading: withFields({ dataExpedicao: '' }) },
    ])
    expect(answers.map(({ result }) => result)).toEqual([
      'Reprovado',
      'Inconclusivo',
      'Inconclusivo',
    ])
  })
})

describe('two sides', () => {
  test('in either order are one document, half an hour apart at most', async ({
    app,
    db,
    scripted: { script },
  }) => {
    script.portrait = makePortrait()
    for (const order of [
      [cinFront, cinBack],
      [cinBack, cinFront],
    ]) {
      const id = await createTransaction(app, person)
      const [first, second] = await send(
        app,
        script,
        id,
        order.map((reading) => ({ reading })),
      )
      expect([first.result, second.result]).toEqual(['Inconclusivo', 'Aprovado'])
      expect(second).toMatchObject({ alerts: [], assurance: 'picture-only' })
      expect(second.additionalInformation).toContain(`with-side:${first.id}`)
    }
    const id = await createTransaction(app, person)
    await send(app, script, id, [{ reading: cinFront }])
    await moveClock(db, id, 31 * 60_000)
    const [late] = await send(app, script, id, [{ reading: cinBack, picture: 1 }])
    expect(late).toMatchObject({ result: 'Inconclusivo', reasons: ['wrong-side'] })
  })
})

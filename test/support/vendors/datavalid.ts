// A small server with the protocol of Datavalid v5, one that issues consent tokens, and an account that uses both.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fitImage } from '#src/biometrics/images/fit-image.ts'
import type { OpenSelfie } from '#src/screening/orders/port.ts'
import type { CheckRequest, OfficialSubject } from '#src/screening/wire/request.ts'
import {
  type CheckVendorAnswer,
  type CheckVendorRequest,
  startCheckServer,
} from './check-server.ts'

const selfie = readFileSync(join(import.meta.dirname, '../../data/faces/person-a-front.jpg'))
export const openSelfie: OpenSelfie = (fit) => fitImage(selfie, fit)

export const subject: OfficialSubject = {
  document: '52998224725',
  name: 'João da Silva',
  birthdate: '1987-03-14',
  mothersName: 'Maria da Silva',
  licenceNumber: '12345678901',
  shown: {
    selfieId: '019a9f3d-0001-7c3d-8a52-0b6f7f3f1c90',
    selfieOf: '019a9f3d-0002-7c3d-8a52-0b6f7f3f1c90',
    documentOf: '019a9f3d-0003-7c3d-8a52-0b6f7f3f1c90',
  },
}
export const officialRequest = (changed: Partial<OfficialSubject> = {}): CheckRequest => ({
  port: 'official-match',
  service: 'OfficialMatch',
  subject: { ...subject, ...changed },
})

/** The answer for a person of whom both bases have all data. */
export const agreed = {
  rfb_existe: true,
  cnh_existe: true,
  rfb: { nome: true, nome_similaridade: 1, data_nascimento: true, nome_mae: true },
  cnh: { nome: true, nome_similaridade: 1, numero_registro: true },
  biometria_facial: {
    vivacidade: 'REAL',
    disponivel: true,
    probabilidade: 'Altíssima probabilidade',
    similaridade: 0.9712,
  },
}

export type Validation = (sent: ValidationBody) => CheckVendorAnswer | undefined
export type ValidationBody = {
  readonly privacidade: {
    readonly rfb: { readonly id_template: string }
    readonly senatran: { readonly token: string; readonly cnpj_anuente: string }
  }
  readonly cpf: string
  readonly validacao: Readonly<Record<string, unknown>> & {
    readonly biometria_facial: { readonly formato: string; readonly base64: string }
  }
}

/** The server’s answers; by default it knows only the person of `subject`. */
export const datavalidDialect =
  (answer: Validation = () => undefined) =>
  ({ url, headers, body }: CheckVendorRequest): CheckVendorAnswer => {
    const form = { status: 401, body: { code: 900_902, message: 'Missing Credentials' } }
    if (url.pathname === '/token')
      return headers['authorization'] === `Basic ${btoa('key-of-ours:hush-of-ours')}`
        ? {
            status: 200,
            body: { access_token: 'bearer-of-an-hour', expires_in: 3_600, scope: 'default' },
          }
        : form
    if (headers['authorization'] !== 'Bearer bearer-of-an-hour') return form
    if (url.pathname !== '/datavalid/v5/pessoa-fisica/validacao') return { status: 404, body: {} }
    const sent = JSON.parse(body) as ValidationBody
    const own = answer(sent)
    if (own) return own
    if (sent.cpf === subject.document) return { status: 200, body: agreed }
    return { status: 200, body: { rfb_existe: false, cnh_existe: false, rfb: {}, cnh: {} } }
  }

/** Issues a new token for each operation, and none for a person who refused. */
export async function startConsents() {
  let given = 0
  const refused = new Set<string>()
  const server = await startCheckServer(({ body }) => {
    const { cpf } = JSON.parse(body) as { cpf: string }
    if (refused.has(cpf)) return { status: 404, body: {} }
    given += 1
    return { status: 200, body: { token: `consent-for-one-operation-${given}` } }
  })
  return { server, refused }
}

export const datavalidConfig = (url: string, consentUrl: string) => ({
  vendor: 'datavalid',
  baseUrl: url,
  key: 'key-of-ours',
  secret: 'hush-of-ours',
  template: 'template-7',
  consent: { url: `${consentUrl}/consents`, token: 'of ours', cnpj: '11222333000181' },
})

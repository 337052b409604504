// Asks Serpro's Datavalid v5 whether name, birth date and face of a CPF are those of the tax office and the register of
// drivers. A bearer token lasts an hour, and each request carries a consent token from the operator's endpoint. The
// vendor recognises no repeated request, so none is repeated. Form and codes are those of "Datavalid API Docs": Quick
// start, Campos disponíveis, FAQ, Códigos de erros.
import {
  type CheckAdapter,
  type CheckDefaults,
  defineCheckVendor,
} from '#src/vendors/parts/check-vendor.ts'
import { accountFields } from './account.ts'
import { z } from 'zod'
import type { CheckContext, CheckOutcome, PictureFit } from '#src/screening/orders/port.ts'
import type { OfficialSubject } from '#src/screening/wire/request.ts'
import { officialService } from '#src/screening/wire/required.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { basic } from '#src/vendors/http/credentials.ts'
import { openTokens } from '#src/vendors/http/tokens.ts'
import { readBody, toFailure, userAgent } from '#src/vendors/parts/check-answer.ts'
import { readAnswer, answeredUnseen } from './answer.ts'

/** A picture of 250 to 750 pixels a side; the whole request, with the picture in base64, may have 3 MB. */
const fit = { minSide: 250, maxSide: 750, maxBytes: 2_000_000, format: 'jpeg' } as const

type Account = z.output<z.ZodObject<typeof accountFields>>
type Options = Account & Pick<CheckDefaults, 'privateHosts'> & { readonly timeoutMs: number }
type Context = Pick<CheckContext, 'transactionId' | 'attemptId' | 'signal' | 'openSelfie'>

function openDatavalid(options: Options): CheckAdapter {
  const { timeoutMs, match, noMatch } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const url = new URL(`${base}${options.path}/pessoa-fisica/validacao`)
  const consentUrl = new URL(options.consent.url)
  const limits = { totalMs: timeoutMs, reach: reachOf([url, consentUrl], options.privateHosts) }
  const tokens = openTokens(
    {
      tokenUrl: `${base}/token`,
      tokenField: 'access_token',
      expiresField: 'expires_in',
      lifeSeconds: 3_600,
      header: 'authorization',
      prefix: 'Bearer ',
    },
    async () => ({
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: basic(options.key, options.secret),
      },
      body: 'grant_type=client_credentials',
    }),
    { limits, headers: {} },
  )

  /** Sends once more when the bearer token was refused, because nothing was asked then. */
  async function send(
    subject: OfficialSubject,
    selfie: Uint8Array,
    ctx: Context,
  ): Promise<CheckOutcome> {
    for (let isRenewed = false; ; isRenewed = true) {
      const issued = await tokens.issue(ctx.signal)
      if (!issued) return deferred('datavalid-no-token')
      const consent = await fetchConsent(options.consent, subject.document, ctx, limits)
      if (typeof consent !== 'string') return consent
      const body = JSON.stringify(writeBody(options, { subject, selfie, consent }))
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        [traceHeader]: ctx.attemptId,
        ...issued.headers,
      }
      const sent = await exchange(
        { method: 'POST', url, headers, body, signal: ctx.signal },
        limits,
      )
      if (sent.kind !== 'answer') return toFailure(sent)
      if (sent.status === 401 && !isRenewed && issued.renew()) continue
      return withTrace(readAnswer(sent, { match, noMatch }), ctx.attemptId)
    }
  }

  return {
    repeat: 'never',
    offers: (port, service) => port === 'official-match' && service === officialService,
    async buy(request, ctx) {
      if (request.port !== 'official-match')
        return { kind: 'rejected', class: 'account', code: 'datavalid-no-service' }
      const selfie = await readSelfie(ctx, fit)
      return 'kind' in selfie ? selfie : send(request.subject, selfie, ctx)
    },
  }
}

/**
 * The header with an id of ours, which the operator's report shows (`request-trace-id`). Source:
 * apidocs.datavalidp.estaleiro.serpro.gov.br/en/requisicoes_trace_id.
 */
const traceHeader = 'x-request-trace-id'

const withTrace = (found: CheckOutcome, traceId: string): CheckOutcome =>
  found.kind === 'answered' ? { ...found, answer: { ...found.answer, traceId } } : found

const deferred = (code: string): CheckOutcome => ({ kind: 'deferred', class: 'transient', code })

const ConsentToken = z.object({ token: z.string().min(1).max(16_384) })

/**
 * Status 404 means that the person has not consented, so this base is not asked; any other answer without a token is an
 * outage.
 */
async function fetchConsent(
  { url, token }: Account['consent'],
  cpf: string,
  { transactionId, attemptId, signal }: Context,
  limits: HttpLimits,
): Promise<string | CheckOutcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const body = JSON.stringify({ cpf, transactionId, operationId: attemptId })
  const asked = { method: 'POST', url: new URL(url), headers, body, signal } as const
  const found = await exchange(asked, limits)
  if (found.kind !== 'answer') return deferred('datavalid-no-consent')
  if (found.status === 404) return answeredUnseen(['person', 'portrait', 'fields'], 0)
  const given = [200, 201].includes(found.status) ? readBody(ConsentToken, found.body) : undefined
  return given?.token ?? deferred('datavalid-no-consent')
}

type Asked = {
  readonly subject: OfficialSubject
  readonly selfie: Uint8Array
  readonly consent: string
}

const writeBody = (
  { template, consent: { cnpj } }: Pick<Options, 'template' | 'consent'>,
  { subject, selfie, consent }: Asked,
) => ({
  privacidade: { rfb: { id_template: template }, senatran: { token: consent, cnpj_anuente: cnpj } },
  cpf: subject.document,
  validacao: {
    nome: subject.name,
    data_nascimento: subject.birthdate,
    nome_mae: subject.mothersName,
    nome_pai: subject.fathersName,
    ...(subject.licenceNumber !== undefined && { cnh: { numero_registro: subject.licenceNumber } }),
    biometria_facial: { formato: 'JPG', base64: Buffer.from(selfie).toString('base64') },
  },
})

/** The bytes of a JPEG, or the outcome of the purchase that could not be made without it. */
async function readSelfie(
  { openSelfie }: Pick<CheckContext, 'openSelfie'>,
  fit: PictureFit,
): Promise<Uint8Array | CheckOutcome> {
  try {
    const selfie = await openSelfie?.(fit)
    return selfie ?? { kind: 'rejected', class: 'input', code: 'no-selfie' }
  } catch {
    return { kind: 'deferred', class: 'transient', code: 'selfie-away' }
  }
}

export const datavalid = defineCheckVendor({
  name: 'datavalid',
  fields: accountFields,
  open: openDatavalid,
})

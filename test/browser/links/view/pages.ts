// Every page of a link, as it is rendered, without the service.
import { html, raw } from 'hono/html'
import { loadAssets } from '#src/links/capture/assets.ts'
import { drawCode } from '#src/links/capture/handover.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { boundPage } from '#src/links/capture/page/other-browser.ts'
import { documentPage } from '#src/links/capture/page/document.ts'
import {
  handoverOffer,
  handoverOverPage,
  handoverPage,
} from '#src/links/capture/page/other-device.ts'
import { emailPage } from '#src/links/capture/page/email.ts'
import { formPage } from '#src/links/capture/page/form.ts'
import type { AskStep } from '#src/packs/document/pack.ts'
import { facePage } from '#src/links/capture/page/face.ts'
import { makeContext, type Page } from '#src/links/capture/page/layout.ts'
import type { PageContext } from '#src/links/capture/page/context.ts'
import {
  consentPage,
  disownedPage,
  donePage,
  entryPage,
  gonePage,
  leftOut,
  movedPage,
  notePage,
  pausePage,
  refusedPage,
} from '#src/links/capture/page/plain.ts'
import { phonePage } from '#src/links/capture/page/phone.ts'
import { outcomesOf } from '#src/links/capture/page/sandbox.ts'
import { laterPage, surePage } from '#src/links/capture/page/confirmation.ts'

const settings = {
  name: 'Banco Exemplo S.A.',
  redirectOrigins: ['https://client.example'],
  packName: 'link',
  lifeMs: 1,
  colour: '#0a6b4d',
  contact: 'ouvidoria@banco-exemplo.com.br',
  privacyUrl: 'https://client.example/privacy',
}
const typed = {
  job: 'Médica e professora <i>de verdade</i> em três hospitais de São Paulo',
  income: '8.500,505',
  spouse: '529.982.247-26',
  since: '2026-02-30',
}
const wrong = new Map([
  ['job', 'has more than 40 characters'],
  ['income', 'is no amount of two decimals'],
  ['public', 'is missing'],
  ['spouse', 'is no CPF'],
  ['since', 'is no day, as in 2026-11-30'],
  ['contract', 'is a PDF with a password'],
])
const back = 'https://client.example/back'
const purpose = 'Abertura de conta com limite de R$ 5.000,00 no cartão'
const address = `https://verify.example/c#k=${'Zm9vYmFyYmF6'.repeat(4).slice(0, 43)}`
const until = new Date('2026-11-23T20:35:00Z')

const form: AskStep = {
  kind: 'ask',
  id: 'profile',
  title: { pt: 'Sobre você', en: 'About you', es: 'Sobre usted' },
  fields: [
    { name: 'job', type: 'text', label: { pt: 'Qual é a sua profissão?', en: 'What do you do?' }, required: true, max: 40, help: { pt: 'Como está na carteira de trabalho.', en: 'As your contract says.' } },
    { name: 'income', type: 'money', label: { pt: 'Renda por mês, em reais', en: 'Income a month, in reais' }, required: true, min: 0 },
    { name: 'public', type: 'yes-no', label: { pt: 'Você ou alguém da família ocupa cargo público?', en: 'Do you or a relative hold a public office?' }, required: true },
    { name: 'use', type: 'choice', label: { pt: 'Para que usará a conta?', en: 'What is the account for?' }, options: ['Receber salário', 'Guardar dinheiro', 'Negócio próprio'] },
    { name: 'state', type: 'choice', label: { pt: 'Estado', en: 'State' }, options: ['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES'] },
    { name: 'spouse', type: 'cpf', label: { pt: 'CPF do cônjuge', en: 'CPF of your spouse' } },
    { name: 'since', type: 'date', label: { pt: 'Desde quando', en: 'Since when' } },
    { name: 'contract', type: 'upload', max: 3, label: { pt: 'Contrato social', en: 'Articles of association' } },
    { name: 'home', type: 'address', label: { pt: '<b>Endereço</b> & complemento', en: '<b>Address</b> & more' } },
  ],
} // prettier-ignore

const steps = [
  { name: 'emailToken', key: 'emailToken', outcome: 'given-up' },
  { name: 'phoneConfirmation', key: 'phoneConfirmation', outcome: 'confirmed' },
  { name: 'aiDocs', key: 'aiDocs', outcome: 'approved' },
  { name: 'profile', key: 'ask', form, outcome: 'answered' },
  { name: 'facialBiometrics', key: 'facialBiometrics', outcome: 'live' },
] as const

export function contextOf(language: PageLanguage, more: Partial<PageContext> = {}): PageContext {
  const given = { language, settings, assets: loadAssets(), isSecure: true, base: '/c' }
  return { ...makeContext(given), purpose, whom: 'M••• S•••', formKey: 'key', ...more }
}

/** By the name that its pictures have. */
export function listPages(context: PageContext): Readonly<Record<string, Page>> {
  const progress = { step: 3, steps: 4 }
  const at = 'nobody'
  const none = { at, error: undefined, progress }
  const offer = handoverOffer(context)
  const email = { address: 'm•••@example.com', digits: 6 }
  const open = { minutes: 60, seconds: 3_600, triesLeft: 4, againSeconds: 29, purpose }
  const asked = { channel: 'whatsapp', number: '•••• 5678', seconds: 600, purpose } as const
  const channels = ['whatsapp', 'sms'] as const
  const document = { tries: 1, place: 'p', keepMs: 1, offer, digital: true } as const
  const desk = { ...context, isComputer: true }
  const inSandbox = { ...context, isSandbox: true }
  const code = { picture: raw(drawCode(address)), address, at, seconds: 600 }
  const face = facePage(context, { tries: 1, transaction: 't', offer }, none)
  const left = leftOut(context, steps)
  return {
    entry: entryPage(context, 'nonce', { address }),
    'entry-in-app': entryPage({ ...context, isInApp: true }, 'nonce', { address }),
    'entry-on-a-computer': entryPage(context, 'nonce', code),
    bound: boundPage(
      context,
      'nonce',
      { to: 'm•••@example.com', isSent: true, digits: 6 },
      undefined,
    ),
    consent: consentPage(context, steps, until),
    refused: refusedPage(context, back),
    email: emailPage(context, email, none),
    'email-sent': emailPage(context, { ...email, open }, { ...none, error: 'codeWrong' }),
    phone: phonePage(context, { channels }, none),
    'phone-asked': phonePage(context, { channels, open: { ...asked, againSeconds: { whatsapp: 29, sms: 0 } } }, none), // prettier-ignore
    document: documentPage(context, { ...document, part: 'front' }, { ...none, error: 'hintUnreadable' }), // prettier-ignore
    'document-back': documentPage(context, { ...document, part: 'back' }, none),
    face: { ...face, body: html`${face.body} ${left}`, isBegun: true },
    'face-in-sandbox': { ...face, body: html`${face.body} ${outcomesOf(inSandbox, 'facialBiometrics')}` }, // prettier-ignore
    form: formPage(context, { form, round: 1 }, none),
    'form-wrong': formPage(context, { form, round: 1, typed, wrong }, { ...none, error: 'formWrong' }), // prettier-ignore
    sure: surePage(context, 'withdraw'),
    later: laterPage(context, until),
    handover: handoverPage(context, code),
    'handover-in-app': handoverPage({ ...context, isInApp: true }, code),
    'handover-over': handoverOverPage(context),
    'document-on-a-computer': documentPage(desk, { ...document, part: 'front', offer: handoverOffer(desk) }, none), // prettier-ignore
    moved: movedPage(context, at, progress),
    checking: pausePage(context, 'checking', at, progress),
    done: donePage(context, back, steps),
    disowned: disownedPage(context),
    gone: gonePage(context, back),
    'no-session': notePage(context, 'noSession'),
    'come-later': notePage(context, 'later'),
    'too-many': notePage(context, 'many'),
    waiting: pausePage(context, 'waiting', at, undefined),
  }
}

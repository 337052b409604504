// Writes texts and labels: chooses the template and fills its placeholders.
import { z } from 'zod'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import type { Approved } from '#src/messaging/wire/approved.ts'
import { purposeMax } from './rules.ts'
import { toGsm } from './text/gsm.ts'
import { type Language, languageTags } from './text/language.ts'
import { builtIn, type Template, type Worded } from './templates/built-in.ts'
import { findFaults, isSms } from './templates/check.ts'
import { findMailFaults, MailWording } from './templates/mail-words.ts'
import { writeTokenMail } from './templates/mail.ts'

const Wording = z.strictObject({
  text: z.string().min(1),
  options: z.strictObject({ 1: z.string(), 2: z.string() }).exactOptional(),
  /** The option that is the yes, where its label does not say so. */
  yes: z.literal([1, 2]).exactOptional(),
  /** The text where there is a purpose, at `{purpose}`; without it the purpose follows the text. */
  purposeText: z.string().min(1).exactOptional(),
})
const ByLanguage = z.strictObject({
  'pt-BR': Wording.exactOptional(),
  en: Wording.exactOptional(),
})

/** Wordings of a deployment or a tenant, by capability and language, over the built-in ones. */
export const TemplateOverrides = z.strictObject({
  'sms-token': ByLanguage.exactOptional(),
  'sms-2fa': ByLanguage.exactOptional(),
  'whatsapp-2fa': ByLanguage.exactOptional(),
  /** Words of its layout, each over the built-in one. */
  'email-token': z
    .strictObject({ 'pt-BR': MailWording.exactOptional(), en: MailWording.exactOptional() })
    .exactOptional(),
})
export type TemplateOverrides = z.output<typeof TemplateOverrides>

export type Templates = {
  /** What a record of that tenant stores: of a token the placeholders of code and link are not filled. */
  write(tenant: string, wanted: Wanted): ChallengeContent
  /** A tenant's own words of a mail, over the deployment's. */
  mailWords(tenant: string, language: Language): MailWording
}

type Wanted = {
  readonly challengeKind: ChallengeKind
  readonly language: Language
  readonly replyCode: string | null
  /** How long it counts. */
  readonly minutes: number
  readonly purpose?: string | undefined
  /** The wording that a vendor has approved, over every other one. */
  readonly approved?: Pick<Approved, 'text' | 'options' | 'yes'> | undefined
}

type Given = {
  /** How a tenant's messages name who asks; '' is the deployment. */
  readonly brandOf: (tenant: string) => string
  readonly publicBaseUrl: string
  readonly templates?: TemplateOverrides | undefined
  readonly tenants?: Readonly<Record<string, TemplateOverrides | undefined>>
}

/** Every wording, looked at; throws one error that names each template and what is wrong with it. */
export function checkTemplates({
  brandOf,
  publicBaseUrl,
  templates,
  tenants = {},
}: Given): Templates {
  const layers = [['', templates ?? {}], ...Object.entries(tenants)] as const
  const faults = layers.flatMap(([tenant, layer = {}]) =>
    challengeKinds.flatMap((challengeKind) =>
      languages.flatMap((language) => {
        // What a tenant leaves to the deployment was looked at there.
        const isOwn = layer[challengeKind]?.[languageTags[language]] !== undefined
        const brand = brandOf(tenant)
        if (tenant !== '' && !isOwn && brand === brandOf('')) return []
        const template = choose(challengeKind, language, [layer, templates])
        const write = (purpose?: string) =>
          writeText(
            fill(challengeKind, template, {
              brand,
              language,
              replyCode: '00',
              minutes: 60,
              purpose,
            }).text,
            { code: '0'.repeat(10), link: tokenPageUrl(publicBaseUrl, 'x'.repeat(22)) },
          )
        const longest = { text: write(), withPurpose: write('x'.repeat(purposeMax)) }
        const name = `${challengeKind} (${languageTags[language]})${tenant && ` of tenant ${tenant}`}`
        return findFaults(challengeKind, template, longest).map((fault) => `${name}: ${fault}`)
      }),
    ),
  )
  for (const [tenant, layer = {}] of layers)
    for (const [language, wording] of Object.entries(layer['email-token'] ?? {}))
      for (const fault of findMailFaults(wording))
        faults.push(`email-token (${language})${tenant && ` of tenant ${tenant}`}: ${fault}`)
  const mailWords = (tenant: string, language: Language): MailWording => {
    const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined
    const tag = languageTags[language]
    return { ...templates?.['email-token']?.[tag], ...own?.['email-token']?.[tag] }
  }
  if (faults.length > 0) throw new Error(`Message templates:\n${faults.join('\n')}`)
  return {
    mailWords,
    write(tenant, { challengeKind, language, replyCode, minutes, purpose, approved }) {
      const brand = brandOf(tenant)
      if (challengeKind === 'email-token')
        return writeMailText({
          brand,
          language,
          minutes,
          purpose,
          words: mailWords(tenant, language),
        })
      const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined
      const chosen = choose(challengeKind, language, [own, templates])
      const { text = chosen.text, options = chosen.options } = approved ?? {}
      // Labels that a vendor has approved are not those of which the wording names the yes.
      const { yes } = approved?.options ? approved : chosen
      // A text that was approved for a purpose has it where it stands.
      const purposeText = approved?.text ?? chosen.purposeText
      const template = {
        text,
        ...(options && { options }),
        ...(yes && { yes }),
        ...(purposeText !== undefined && { purposeText }),
      }
      return fill(challengeKind, template, { brand, language, replyCode, minutes, purpose })
    },
  }
}

/** The text part of a mail; its layout is made where it is sent. */
function writeMailText({
  brand,
  language,
  minutes,
  purpose,
  words,
}: Pick<Wanted, 'language' | 'minutes' | 'purpose'> & {
  readonly brand: string
  readonly words: MailWording
}): ChallengeContent {
  const { text } = writeTokenMail({
    brand,
    language,
    code: '{code}',
    link: '{link}',
    validMinutes: minutes,
    purpose: tidy(purpose),
    words,
  })
  return { text, options: [], ...(purpose !== undefined && { purpose }) }
}

/** Fills the placeholders of code and link: the text that leaves the service, made where it is sent. */
export function writeText(text: string, { code, link }: { code: string; link: string }): string {
  return text.replaceAll('{code}', code).replaceAll('{link}', link)
}

/** Where the button is that validates a token. */
export function tokenPageUrl(publicBaseUrl: string, pageToken: string): string {
  return `${publicBaseUrl.replace(/\/$/, '')}/t/${pageToken}`
}

// Safe because the record of built-in texts is written with exactly these keys.
const challengeKinds = Object.keys(builtIn) as Worded[]
const languages = Object.keys(languageTags) as Language[]

/** The first that has a wording; a text of one's own keeps the built-in labels where it names none. */
function choose(
  challengeKind: Worded,
  language: Language,
  layers: readonly (TemplateOverrides | undefined)[],
): Template {
  const found = layers
    .map((layer) => layer?.[challengeKind]?.[languageTags[language]])
    .find((wording) => wording !== undefined)
  const template: Template = builtIn[challengeKind][language]
  if (!found) return template
  // Beside a text of one's own the built-in one for a purpose would say something else.
  return { ...(template.options && { options: template.options }), ...found }
}

/** Where a text of one's own has no place for it. */
const following: Readonly<Record<Language, string>> = {
  pt: 'Confirma: {purpose}',
  en: 'To confirm: {purpose}',
}

/** No placeholder stands in what a client writes. */
const tidy = (purpose: string | undefined): string | undefined =>
  purpose?.replaceAll('{', '(').replaceAll('}', ')')

type Filling = Pick<Wanted, 'replyCode' | 'minutes' | 'purpose' | 'language'> & {
  readonly brand: string
}

function fill(
  challengeKind: Worded,
  { text, options, yes, purposeText }: Template,
  { brand, language, replyCode, minutes, purpose }: Filling,
): ChallengeContent {
  const typed = (option: string) => (replyCode === null ? option : `${replyCode} ${option}`)
  const write = isSms(challengeKind) ? toGsm : (one: string) => one
  const shown = tidy(purpose)
  const values = new Map([
    ['brand', write(brand)],
    ['minutes', String(minutes)],
    ['1', typed('1')],
    ['2', typed('2')],
    ...(shown === undefined ? [] : [['purpose', write(shown)] as const]),
  ])
  const whole = purpose === undefined ? text : placePurpose(purposeText ?? text, language)
  return {
    text: whole.replace(/\{([^{}]*)\}/g, (place, name: string) => values.get(name) ?? place),
    options: Object.entries(options ?? {}).map(([option, label]) => ({
      option: Number(option),
      label,
    })),
    ...(yes && { yes }),
    ...(purpose !== undefined && { purpose }),
  }
}

const placePurpose = (text: string, language: Language): string =>
  text.includes('{purpose}') ? text : `${text} ${following[language]}`

/** Text and answers as the person reads them. */
export type ChallengeContent = {
  readonly text: string
  readonly options: readonly { readonly option: number; readonly label: string }[]
  /** The option that is the yes, where the template names it; else labels tell. */
  readonly yes?: 1 | 2
  /** What is confirmed, as the client has said it. */
  readonly purpose?: string
}

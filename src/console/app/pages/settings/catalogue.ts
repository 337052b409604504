// The settings that the page shows, by section; `name` is the place in a tenant's registration.
type Kind = 'text' | 'number' | 'decimal' | 'yes-no' | 'choice' | 'lines' | 'long' | 'colour' | 'logo' | 'minutes' // prettier-ignore

export type Setting = {
  readonly name: string
  readonly kind: Kind
  readonly options?: readonly string[]
  /** Bounds that the API has too, so that a browser says them before. */
  readonly min?: number
  readonly max?: number
}

const number = (name: string, min?: number, max?: number): Setting => ({
  name,
  kind: 'number',
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})
const yesNo = (name: string): Setting => ({ name, kind: 'yes-no' })
const choice = (name: string, ...options: string[]): Setting => ({ name, kind: 'choice', options })
const text = (name: string, max: number): Setting => ({ name, kind: 'text', max })
const lines = (name: string): Setting => ({ name, kind: 'lines' })
const days = (name: string) => number(name, 1, 36_500)

export const sections = {
  brand: [
    text('brand', 60),
    { name: 'link/colour', kind: 'colour' },
    { name: 'link/logo', kind: 'logo' },
    text('link/privacyUrl', 500),
    text('link/contact', 200),
    { name: 'link/legalBasis', kind: 'long', max: 300 },
    { name: 'link/otherWay', kind: 'long', max: 300 },
  ],
  links: [
    text('link/pack', 100),
    number('link/minutes', 10, 43_200),
    lines('link/redirectOrigins'),
    lines('link/frameOrigins'),
    number('biometrics/linkSeconds', 10, 86_400),
  ],
  messages: [
    number('messages/codeDigits', 6, 10),
    number('messages/emailTokenMinutes', 5, 1_440),
    number('messages/smsTokenMinutes', 2, 10),
    number('messages/sms2faMinutes', 2, 10),
    number('messages/whatsapp2faMinutes', 2, 10),
    choice('messages/replies', 'plain', 'strict'),
    choice('messages/replyCode', 'shared', 'always'),
    text('messages/sendWindow/from', 5),
    text('messages/sendWindow/to', 5),
    text('messages/sendWindow/timeZone', 60),
    choice('messages/simSwap/action', 'lower', 'stop'),
    number('messages/simSwap/hours', 1, 2_400),
    choice('messages/simSwap/ifUnknown', 'send', 'stop'),
  ],
  limits: [
    { name: 'rate/perSecond', kind: 'decimal' },
    { name: 'rate/burst', kind: 'decimal', min: 1 },
    number('messages/sendsMax', 1, 5),
    number('messages/checksMax', 3, 10),
    number('messages/spendMicrosPerDay', 0),
    choice('messages/pumping/action', 'off', 'watch', 'block'),
    lines('messages/countries'),
    lines('messages/prefixes'),
    number('biometrics/personsPerDevice', 1, 100_000),
  ],
  verdicts: [
    yesNo('verdicts/approveUnproven'),
    yesNo('verdicts/phoneOptional'),
    yesNo('verdicts/approveByScore'),
    number('verdicts/ageMin', 0, 120),
    number('biometrics/documents/rankMin', 60, 100),
    lines('biometrics/signedKinds'),
  ],
  team: [yesNo('reviews/picking'), lines('search/genericFields')],
  retention: [
    days('data/keep/live/applicant'),
    days('data/keep/live/customer'),
    days('data/keep/live/fraud'),
    days('data/keep/live/answers'),
    days('data/keep/live/pictures'),
    days('data/keep/sandbox/applicant'),
    days('data/duties/applicant/days'),
    days('data/duties/customer/days'),
    days('data/duties/fraud/days'),
    yesNo('audit/records'),
  ],
  publishing: [
    choice('packs/publishing', 'one-person', 'two-people'),
    yesNo('packs/demandCases'),
    yesNo('packs/demandCoverage'),
  ],
} as const satisfies Record<string, readonly Setting[]>

export type Section = keyof typeof sections
export const sectionNames = Object.keys(sections) as readonly Section[]

export type Values = Readonly<Record<string, unknown>>

/** What stands at a place; undefined where nothing does. */
export const valueAt = (values: Values, name: string): unknown =>
  name.split('/').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), values)

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same values with one more, or without it; an object that is empty then goes too. */
export function withValue(
  values: Values,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Values {
  // prettier-ignore
  const below = values[key]
  const next = rest.length === 0 ? value : withValue(isObject(below) ? below : {}, rest, value)
  const isGone = next === undefined || (isObject(next) && Object.keys(next).length === 0)
  const { [key]: _before, ...others } = values
  return isGone ? others : { ...others, [key]: next }
}

/** A value as its field shows it. */
export function toField(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** What was typed, as the API takes it; undefined: the deployment's counts. */
export function fromField(kind: Kind, typed: string): unknown {
  if (typed === '') return undefined
  if (kind === 'number' || kind === 'decimal') return Number(typed)
  if (kind === 'yes-no') return typed === 'true'
  return kind === 'lines' ? typed.split(/[\s,]+/).filter((one) => one !== '') : typed
}

// The settings of a tenant, by section. A missing one has the value of the deployment, or else the default here. Each
// section belongs to the capability that reads it.
import { z } from 'zod'
import { settingsObject } from './settings-object.ts'
import { type DataPolicy, DataSettings } from './data.ts'
import { type Messages, MessageSettings } from './messages.ts'

const weight = z.int().min(0).max(100).exactOptional()
const DocumentPolicy = settingsObject({
  /** The lowest rank at which a document may be `Aprovado`. */
  rankMin: z.int().min(60).max(100).exactOptional(),
  /** The weights of the parts of the rank. */
  weights: settingsObject({
    read: weight,
    checkDigits: weight,
    cpf: weight,
    name: weight,
    birthdate: weight,
    portrait: weight,
  }).exactOptional(),
  /** The kinds of document that identify a person even after they have expired. */
  expiredIdentifies: z.array(z.enum(['RG', 'CNH', 'CIN', 'PASSPORT', 'CRNM'])).exactOptional(),
})

/** A text for people; surrounding spaces are removed. */
const shown = (max: number) => z.string().trim().min(1).max(max).regex(/\S/).exactOptional()

const Origins = z
  .array(
    z.string().refine((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one, {
      message: 'an origin like https://client.example, with nothing behind it',
    }),
  )
  .max(50)
  .meta({ description: 'Each an origin, with nothing behind it.' })

const TenantSettings = settingsObject({
  /** The name of the asking company in messages and on pages. */
  brand: shown(60),
  biometrics: settingsObject({
    /** For how many days images are kept; by default as long as their transaction. */
    keepDays: z.int().min(1).max(36_500).exactOptional(),
    /** How long a link to an image works. */
    linkSeconds: z.int().min(10).max(86_400).exactOptional(),
    /** How many persons one device may serve in 30 days; the tablet of a branch serves many. */
    personsPerDevice: z.int().min(1).max(100_000).exactOptional(),
    /**
     * The kinds of document whose digitally signed files are accepted. By default none in live, until a genuine file
     * was tested.
     */
    signedKinds: z.array(z.enum(['CNH', 'CIN'])).exactOptional(),
    /** The policy by which documents are judged. */
    documents: DocumentPolicy.exactOptional(),
  }).exactOptional(),
  /** Verification links, and the page behind them. */
  link: settingsObject({
    /** The pack whose steps a person goes through. */
    pack: z.string().min(1).max(100).exactOptional(),
    /** How long a link is valid: ten minutes to thirty days. */
    minutes: z.int().min(10).max(43_200).exactOptional(),
    /** An image of at most 48 kB as data URL, embedded in the page. */
    logo: z
      .string()
      .max(65_536)
      .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=]+$/)
      .exactOptional(),
    /** The colour of buttons. */
    colour: z
      .string()
      .regex(/^#[\da-fA-F]{6}$/)
      .exactOptional(),
    /** The privacy policy to which the consent links. */
    privacyUrl: z
      .url({ protocol: /^https$/ })
      .max(500)
      .exactOptional(),
    /** The contact for questions about personal data. */
    contact: shown(200),
    /** The legal basis for processing the data, in place of the default text. */
    legalBasis: shown(300),
    /** The alternative for a person who cannot or does not want to use the page. */
    otherWay: shown(300),
    /** Origins to which a person may be redirected, and whose pages may follow the state of a link. */
    redirectOrigins: Origins.exactOptional(),
    /** Origins whose pages may embed the page in a frame; by default none. */
    frameOrigins: Origins.exactOptional(),
  }).exactOptional(),
  /** Relaxes the verdicts of the service’s packs: each of these weakens the evidence for an approval. */
  verdicts: settingsObject({
    /** Approves documents of which only pictures are known; by default true in sandbox and false in live. */
    approveUnproven: z.boolean().exactOptional(),
    /** Approves a person without a phone, or whose phone received nothing. */
    phoneOptional: z.boolean().exactOptional(),
    /** Lets a score alone raise the verdict. */
    approveByScore: z.boolean().exactOptional(),
    /** The age in years from which a person is approved without a review; by default 18. */
    ageMin: z.int().min(0).max(120).exactOptional(),
  }).exactOptional(),
  reviews: settingsObject({
    /** Whether reviewers choose from the queue; by default each one gets the most urgent review. */
    picking: z.boolean().exactOptional(),
  }).exactOptional(),
  messages: MessageSettings.exactOptional(),
  data: DataSettings.exactOptional(),
  search: settingsObject({
    /**
     * Generic fields whose values find transactions, besides `identifierId`: the client’s own references. Transactions
     * from before a field was listed are not found by it.
     */
    genericFields: z.array(z.string().min(1).max(100)).max(5).exactOptional(),
  }).exactOptional(),
  audit: settingsObject({
    /** Whether each reading of a whole personal record writes an audit row. */
    records: z.boolean().exactOptional(),
  }).exactOptional(),
})

/** A tenant in the registry: what the operator allows it, and its own settings. */
export const RegisteredTenant = TenantSettings.extend({
  /** By default both modes. */
  modes: z
    .array(z.enum(['sandbox', 'live']))
    .min(1)
    .exactOptional(),
  /** Clients of a suspended tenant get 403; its work in progress still completes. */
  suspended: z.boolean().exactOptional(),
  packs: z
    .strictObject({
      /** `two-people`: a new version reaches runs only when a second person confirms it. */
      publishing: z.enum(['one-person', 'two-people']).exactOptional(),
      /** Whether a version must have test cases, and whether these must cover each of its parts. */
      demandCases: z.boolean().exactOptional(),
      demandCoverage: z.boolean().exactOptional(),
    })
    .exactOptional(),
  /** Requests per second and burst, over all API processes. */
  rate: settingsObject({
    perSecond: z.number().positive(),
    burst: z.number().min(1),
  }).exactOptional(),
  /** The `host:port` of a private network that its endpoints may reach, also without TLS. */
  privateHosts: z
    .array(
      z.string().regex(/^[a-z0-9.\-[\]:]{1,255}:\d{1,5}$/, 'a host and a port: core.internal:8443'),
    )
    .max(20)
    .exactOptional(),
  /** Subjects of the operator’s issuer that may act for this tenant. */
  operators: z
    .array(z.string().regex(/^[\w.:|-]{1,128}$/))
    .max(100)
    .exactOptional(),
})
export type RegisteredTenant = z.output<typeof RegisteredTenant>

/** `all` applies to every tenant; a tenant’s own field overrides it. */
export const TenantsConfig = settingsObject({
  all: TenantSettings.default({}),
  tenants: z.record(z.string().min(1).max(200), RegisteredTenant).default({}),
})
export type TenantsConfig = z.output<typeof TenantsConfig>

/** The rules for publishing a tenant's packs and scorecards. */
export type Publishing = {
  readonly publishing: 'one-person' | 'two-people'
  readonly demandCases: boolean
  readonly demandCoverage: boolean
}

type Own = z.output<typeof TenantSettings>

/** A section in which these settings have a default; it is only read. */
type Filled<Name extends keyof Own, Defaulted extends keyof NonNullable<Own[Name]>> = Readonly<
  NonNullable<Own[Name]> & Required<Pick<NonNullable<Own[Name]>, Defaulted>>
>

/** The effective settings of one tenant. */
export type Settings = {
  readonly brand: string
  readonly biometrics: Filled<'biometrics', 'linkSeconds' | 'personsPerDevice'>
  readonly link: Filled<'link', 'pack' | 'minutes' | 'redirectOrigins'>
  readonly verdicts: Filled<'verdicts', 'phoneOptional' | 'approveByScore' | 'ageMin'>
  readonly reviews: Filled<'reviews', 'picking'>
  readonly messages: Messages
  readonly data: DataPolicy
  readonly search: Filled<'search', 'genericFields'>
  readonly audit: Filled<'audit', 'records'>
  readonly packs: Publishing
}

export type Tenants = {
  /** The settings of any tenant, registered or not; '' is the deployment itself. */
  of(tenant: string): Settings
  /** The tenants with settings of their own. */
  names(): readonly string[]
  /** The tenant’s registry entry; undefined where it is not registered. */
  find(tenant: string): RegisteredTenant | undefined
}
